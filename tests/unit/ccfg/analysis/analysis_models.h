// What the tests of analyses share: models from text, with names for their parts.
#pragma once

#include "../../repeatable.h"

#include "ccfg/analysis/print.h"
#include "ccfg/text.h"
#include "support/error.h"

#include <memory>
#include <string>

namespace heddle::ccfg::analysis {

inline std::unique_ptr<Program> model(const std::string& text) {
  auto p = parseText("program LP64\n" + text, "model");
  markRepeatable(*p);
  return p;
}

inline ObjectId object(const Program& p, const std::string& name) {
  for (ObjectId o = 0; o < p.objects.size(); ++o)
    if (p.objects[o].name == name) return o;
  throw InternalError("no object " + name);
}

inline ThreadId thread(const Program& p, const std::string& name) {
  for (ThreadId t = 0; t < p.threads.size(); ++t)
    if (p.threads[t].name == name) return t;
  throw InternalError("no thread " + name);
}

inline RegId reg(const Program& p, const std::string& threadName, const std::string& name) {
  for (RegId r : p.threads[thread(p, threadName)].registers)
    if (p.reg(r).name == name) return r;
  throw InternalError("no register " + name);
}

} // namespace heddle::ccfg::analysis
