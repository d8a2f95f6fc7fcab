// `heddle trace`: shows what is in a trace.
#include "cli/commands.h"
#include "cli/output.h"
#include "report/trace_text.h"

#include <nlohmann/json.hpp>

namespace heddle::cli {

int runTrace(const Options& options) {
  std::optional<OutputFile> json;
  if (!options.jsonFile.empty()) json.emplace(options.jsonFile);
  std::optional<OutputFile> page;
  if (!options.htmlFile.empty()) page.emplace(options.htmlFile);
  const trace::Trace trace = trace::readTrace(options.inputs[0]);
  const std::vector<trace::EventRef> order = trace::totalOrder(trace);
  if (json) json->write(report::traceJson(trace, order).dump(1) + "\n");
  if (page) page->write(report::tracePage(trace, order));
  constexpr size_t rowsShown = 200;
  if (printsText(options))
    printOut(report::traceText(trace, order, options.allEvents ? order.size() : rowsShown));
  return 0;
}

} // namespace heddle::cli
