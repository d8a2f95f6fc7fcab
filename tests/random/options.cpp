#include "options.h"

#include "support/error.h"

namespace heddle::random {

Options parse(int argc, char** argv) {
  Options o;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto value = [&]() -> std::string {
      if (i + 1 >= argc) throw UsageError(word + " needs a value");
      return argv[++i];
    };
    if (word == "--seed")
      o.seed = std::stoull(value());
    else if (word == "--count")
      o.count = std::stoi(value());
    else if (word == "--left")
      o.left = value();
    else if (word == "--right")
      o.right.push_back(value());
    else if (word == "--native")
      o.nativeRuns = std::stoi(value());
    else if (word == "--seconds")
      o.seconds = std::stod(value());
    else if (word == "--out")
      o.out = value();
    else if (word == "--sequential")
      o.sequential = true;
    else if (word == "--derived")
      o.derived = true;
    else if (word == "--wrong")
      o.wrong = value();
    else if (word == "--verdicts")
      o.verdicts = true;
    else if (word == "--print")
      o.print = true;
    else if (word == "--disciplined")
      o.racy = false;
    else if (word == "--unrolls")
      o.unrolls = true;
    else if (word == "--invariants")
      o.invariants = std::stoull(value());
    else if (word == "--everywhere")
      o.everywhere = std::stoull(value());
    else if (word == "--recheck")
      o.recheck = true;
    else if (word == "--proofs")
      o.proofs = true;
    else if (word == "--switches")
      while (i + 1 < argc && argv[i + 1][0] != '-') o.switches.push_back(value());
    else if (word == "--draws")
      o.draws = static_cast<unsigned>(std::stoul(value()));
    else if (word == "--waits")
      o.waits = true;
    else if (word == "--orders")
      o.orders = true;
    else if (word == "--rounds")
      o.rounds = true;
    else if (word == "--heap")
      o.heap = true;
    else if (word == "--blocks")
      o.blocks = true;
    else if (word == "--property")
      o.property = ccfg::propertyFromName(value());
    else if (word == "--vary")
      o.vary = true;
    else
      throw UsageError("unknown option " + word);
  }
  if (o.right.empty()) o.right.push_back("explore");
  return o;
}

} // namespace heddle::random
