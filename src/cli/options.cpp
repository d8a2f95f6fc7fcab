// The tables of commands and options. A row: the option, the commands that take it, the field that it sets
// (and what may be written), the help.
#include "cli/options.h"

#include "cli/rows.h"
#include "llvm2ccfg/may_fail.h"

#define FIELD(path) [](auto& options) -> auto& { return options.path; }

namespace heddle::cli {

namespace {

using enum Command;
using bounded::Preset;
using bounded::Strategy;
using domains::DomainKind;
using explore::Reduction;
using impact::Configuration;
using impact::RefinerChoice;
using modular::Sensitivity;

// `validate` takes these from the file that the schedule is in.
const std::vector<Command> modelling = {Check, Model, Repair};

constexpr std::initializer_list<EngineName> allEngines = {EngineName::Auto,    EngineName::Explore,
                                                          EngineName::Sample,  EngineName::Bounded,
                                                          EngineName::Modular, EngineName::Impact};

OptionSpec option(std::string_view name, std::vector<Command> commands, Row row, std::string_view help) {
  return {name, std::move(row.value), std::move(commands), help, std::move(row.set), std::move(row.show)};
}

Row properties() {
  return {"LIST|FILE.prp", setProperties, [](const Options& o) { return o.question.properties.toString(); }};
}

struct Heuristic {
  std::string name;
  bool bounded::BoundedOptions::* isOn;
};
const std::vector<Heuristic> allHeuristics = {
    {"S0", &bounded::BoundedOptions::prune},       {"S1", &bounded::BoundedOptions::biased},
    {"S2a", &bounded::BoundedOptions::lockValues}, {"S2b", &bounded::BoundedOptions::lockOrder},
    {"S3", &bounded::BoundedOptions::partialP2},   {"layers", &bounded::BoundedOptions::layered}};

// The list is of those that are off.
Row heuristics() {
  const auto set = [](Options& o, const std::string& v) {
    const std::vector<std::string> off = listValue(v);
    std::vector<std::string> names;
    for (const Heuristic& h : allHeuristics) names.push_back(h.name);
    for (const std::string& name : off) oneOf(name, names);
    for (const Heuristic& h : allHeuristics) o.bounded.*h.isOn = std::ranges::find(off, h.name) == off.end();
  };
  const auto show = [](const Options& o) {
    std::string out;
    for (const Heuristic& h : allHeuristics)
      if (!(o.bounded.*h.isOn)) out += (out.empty() ? "" : ",") + h.name;
    return out;
  };
  return {"LIST", set, show};
}

std::vector<std::string> logNames() {
  std::vector<std::string> names;
  for (const EngineName e : {EngineName::Auto, EngineName::Bounded, EngineName::Modular, EngineName::Impact})
    for (const char* level : {"", ":details"}) names.push_back(std::string(engineName(e)) + level);
  return names;
}

Row showRefinement() {
  static constexpr const char* log = "bounded:details";
  return {"", [](Options& o, const std::string&) { o.log.emplace_back(log); },
          [](const Options& o) -> std::string { return std::ranges::count(o.log, log) != 0 ? "given" : ""; }};
}

Row checkInvariants() {
  Row row = flag(FIELD(checkInvariants));
  row.set = [](Options& o, const std::string&) { o.modular.invariants = o.checkInvariants = true; };
  return row;
}

OptionGroup inputOptions() {
  const Words<ccfg::DataModel> dataModels = {{"ILP32", ccfg::DataModel::ILP32},
                                             {"LP64", ccfg::DataModel::LP64}};
  return {"Input and translation",
          {
              option("--entry", modelling, text("FUNC", FIELD(model.entry)),
                     "function that the first thread runs"),
              option("--data-model", modelling, choice(FIELD(model.dataModel), dataModels),
                     "size of `long` and of pointers: 4 bytes (ILP32) or 8 bytes (LP64)"),
              option("-p", {Check, Model, Harness}, text("DIR", FIELD(model.compileCommandsDir)),
                     "read compiler flags from `compile_commands.json` in DIR"),
              option("--recursion-depth", modelling, count(FIELD(model.recursionBound), 1, 1000),
                     "cut off calls of one function that nest deeper than N (1 to 1000)"),
              option("--no-spurious-wakeups", modelling, flag(FIELD(model.spuriousWakeups), false),
                     "condition waits return only after a signal"),
              option("--may-fail", modelling, list(FIELD(model.mayFail), llvm2ccfg::functionsThatMayFail()),
                     "also explore failure of these functions, such as `malloc,pthread_create`"),
              option("--trust-external", modelling, list(FIELD(model.trusted)),
                     "functions without source that are accepted: they return any value and change nothing"),
              option("--atomic", {Check, Model, Predict}, list(FIELD(model.atomic)),
                     "functions that are meant to be atomic, for property `atomicity`; `heddle.h` marks "
                     "blocks in the program instead"),
              option("--volatile", modelling,
                     choice(FIELD(model.volatileRelaxed), Words<bool>{{"plain", false}, {"relaxed", true}}),
                     "relaxed: volatile accesses of word size are relaxed atomics, as code from before C11 "
                     "takes them; plain: they race as others do"),
              option("--granularity", modelling,
                     choice(FIELD(model.statementGranularity),
                            Words<bool>{{"access", false}, {"statement", true}}),
                     "what one step is: one memory access, or one C statement"),
          }};
}

OptionGroup questionOptions() {
  return {
      "Properties",
      {
          option("--property", {Check, Model, Predict, Repair}, properties(),
                 "properties to check, separated by commas: `assert`, `race`, `deadlock`, `lock-misuse`, "
                 "`atomicity`, `memory`, `overflow`; the SV-COMP names `unreach-call`, `no-data-race`, "
                 "`no-deadlock`, `no-overflow`, `valid-memsafety`; or a property file. `predict` checks "
                 "`atomicity` by default and also supports `race`, `assert`, `deadlock` and `lock-misuse`"),
          option("--deadlock", {Check},
                 choice(FIELD(question.partialDeadlock), Words<bool>{{"total", false}, {"partial", true}}),
                 "total: every thread is blocked; partial: also some threads that are blocked for good while "
                 "others go on"),
          option(
              "--memory-model", {Check},
              choice(FIELD(question.memoryModel),
                     named(ccfg::memoryModelName,
                           {ccfg::MemoryModel::Sc, ccfg::MemoryModel::Tso, ccfg::MemoryModel::Pso,
                            ccfg::MemoryModel::Rmo, ccfg::MemoryModel::Power})),
              "how accesses reach memory. sc: at once; tso: stores later, in order; pso: later, and stores "
              "to different addresses may be reordered; rmo: loads, too; power: and a store may be seen by "
              "some "
              "threads before it is seen by all"),
          option("--accept-assumptions", {Check, Repair}, flag(FIELD(question.acceptAssumptions)),
                 "answer `true` even if the proof rests on an assumption that may miss behaviours"),
      }};
}

OptionGroup engineOptions() {
  return {
      "Engines and limits",
      {
          option(
              "--engine", {Check}, choice(FIELD(engine), named(engineName, allEngines), "NAME"),
              "`explore` runs all interleavings; `sample` runs some at random; `bounded` solves for one "
              "in the program unwound to a bound; `modular` proves with invariants of each thread; `impact` "
              "proves with invariants that it finds on infeasible paths; `auto` uses them all"),
          option("--por", {Check},
                 choice(FIELD(explore.reduction),
                        named(explore::reductionName, {Reduction::None, Reduction::Local,
                                                       Reduction::Persistent, Reduction::Optimistic})),
                 "partial-order reduction of `explore`. none: every interleaving is visited; local: steps "
                 "that concern no "
                 "other thread run on; persistent: only some threads are tried in a state; optimistic: "
                 "memory belongs "
                 "to one thread at a time until a search shows otherwise"),
          option("--unwind", {Check}, count(FIELD(bounded.unwind), 0, 1'000'000),
                 "unwind each cycle N times in `bounded`; 0: as often as the program needs"),
          option(
              "--strategy", {Check},
              choice(FIELD(bounded.strategy),
                     named(bounded::strategyName,
                           {Strategy::Auto, Strategy::Full, Strategy::Oia, Strategy::Uia, Strategy::Mia})),
              "how `bounded` encodes interference: full: all at once; oia, uia: over- or under-approximated, "
              "then refined; mia: mixed (REF); auto: full if it is small enough, else mia"),
          option("--focus", {Check},
                 choice(FIELD(bounded.preset), Words<Preset>{{"none", Preset::None},
                                                             {"control-state", Preset::ControlState},
                                                             {"serial", Preset::Serial}}),
                 "restrict `bounded` to synchronization (control-state), or to executions without "
                 "interference (serial)"),
          option("--without", {Check}, heuristics(),
                 "switch off heuristics of `bounded`: S0, S1, S2a, S2b, S3, layers"),
          option("--solver", {Check}, choice(FIELD(bounded.z3), Words<bool>{{"sat", false}, {"z3", true}}),
                 "the solver that `bounded` uses; `z3` is slow and serves as a cross-check"),
          option(
              "--show-refinement", {Check}, showRefinement(),
              "the same as `--log bounded:details`: each iteration of `bounded`, the abstraction, what was "
              "found, what is refined"),
          option(
              "--log", {Check}, list(FIELD(log), logNames()),
              "say on standard error what `auto`, `bounded`, `modular`, `impact` do; NAME:details says more"),
          option(
              "--impact", {Check},
              choice(FIELD(impact.configuration),
                     named(impact::configurationName,
                           {Configuration::Full, Configuration::Spor, Configuration::SporFc,
                            Configuration::Dpor, Configuration::DporFc})),
              "how `impact` interleaves threads. full: at every edge; spor: where they touch what is shared; "
              "dpor: independent steps in one order only; fc: nodes are covered by force"),
          option("--refiner", {Check},
                 choice(FIELD(impact.refiner),
                        named(impact::refinerName, {RefinerChoice::Auto, RefinerChoice::Weakest,
                                                    RefinerChoice::Strongest, RefinerChoice::Spacer})),
                 "how `impact` finds labels on infeasible paths. weakest: weakest preconditions; strongest: "
                 "strongest postconditions; spacer: Horn clauses; auto: one after the other"),
          option("--max-threads", {Check}, count(FIELD(impact.maxThreads), 1, 64),
                 "`impact` follows executions with up to N threads (1 to 64)"),
          option("--seed-invariants", {Check}, flag(FIELD(seedInvariants)),
                 "`modular` looks for invariants first, for a while, and the labels of `impact` begin with "
                 "those that "
                 "can be shown to hold"),
          option("--take-threads", {Check},
                 choice(FIELD(impact.takeSlots), Words<bool>{{"on", true}, {"off", false}}),
                 "in `impact`, a thread that has ended gives way to a new one where there would be more than "
                 "--max-threads"),
          option("--modular", {Check},
                 choice(FIELD(modular.sensitivity),
                        named(modular::sensitivityName, {Sensitivity::Insensitive, Sensitivity::Combos,
                                                         Sensitivity::Feasible, Sensitivity::Optimized})),
                 "which stores a load may read from in `modular`. insensitive: any, all joined; combos: each "
                 "combination of stores separately; feasible: only combinations that some order of events "
                 "allows; optimized: as feasible, but only where the property depends on it"),
          option(
              "--domain", {Check},
              choice(FIELD(modular.domain),
                     named(domains::domainName, {DomainKind::Constants, DomainKind::Sign, DomainKind::Parity,
                                                 DomainKind::Congruences, DomainKind::Intervals,
                                                 DomainKind::Product, DomainKind::Octagons}),
                     "NAME"),
              "what `modular` tracks about values: `constants`, `sign`, `parity`, `congruences`, "
              "`intervals`, `product` (the last two together), or `octagons` (`product` and relations "
              "between variables)"),
          option("--combinations", {Check}, count(FIELD(modular.combinations), 1, 100'000),
                 "states that `modular` keeps apart at a location, at most (1 to 100000)"),
          option("-j", {Check}, count(FIELD(portfolio.jobs), 0, 64),
                 "let `auto` run N engines at once, each in a process of its own; 1: one after the other, in "
                 "one process; 0: as many as there are processors"),
          option("--timeout", {Check, Model, Validate, Predict, Repair}, seconds(FIELD(timeout)),
                 "stop after this time; 0: never"),
          option(
              "--memory", {Check, Model, Validate, Predict, Repair}, size(FIELD(memory)),
              "stop when the process, or all of them together, reach this size, such as 500M or 4G; 0: three "
              "quarters of the machine's memory"),
      }};
}

OptionGroup replayOptions() {
  return {
      "Prediction and replay",
      {
          option("--patience", {Replay, Predict}, seconds(FIELD(patience)),
                 "a replay has timed out if it makes no step for this long"),
          option("--no-confirm", {Predict}, flag(FIELD(confirm), false),
                 "report what the model shows, without reproducing it on the program"),
          option("--per-places", {Predict}, count(FIELD(prediction.perPlaces), 1, 1'000'000),
                 "check at most N candidates per set of three source locations"),
          option("--window", {Predict}, count(FIELD(prediction.window), 100, 1'000'000'000),
                 "analyse long traces (over 3N shared events) in windows of N"),
          option("--infer-atomic", {Predict}, flag(FIELD(prediction.inferAtomic)),
                 "if no blocks are marked, propose some: functions that take a lock twice, and critical "
                 "sections"),
          option("--no-prefixes", {Predict}, flag(FIELD(prediction.prefixes), false),
                 "for comparison: look for violations in interleavings of the whole trace only"),
          option(
              "--recorded-values", {Predict}, flag(FIELD(prediction.recordedValues)),
              "for comparison: every read sees the value that it saw in the run (the maximal causal model)"),
          option("--model", {Predict}, text("FILE", FIELD(modelFile)),
                 "write the model of the trace, for `heddle check FILE`"),
          option("--trust", {Replay}, flag(FIELD(trust)),
                 "run the witness's command even if it is not the program that the witness was made from"),
          option("--guard", {Run}, text("POLICY", FIELD(guard.policyFile)),
                 "the sections in which no other thread may touch memory"),
          option("--split", {Run}, flag(FIELD(guard.split)),
                 "split sections at calls that may wait, instead of refusing them"),
          option("--delays", {Run}, count(FIELD(guard.delays), 0, 1'000'000),
                 "every N-th access, at random, waits a moment, so that rare interleavings happen; 0: none "
                 "does"),
          option("--gdb", {Replay}, flag(FIELD(gdb)),
                 "run under gdb, which stops at the last step, the violation"),
      }};
}

// The values stand where the option is; `concrete`: there is none.
repair::Abstraction& abstractionOf(Options& o) {
  if (!o.repair.abstraction) o.repair.abstraction.emplace();
  return *o.repair.abstraction;
}

Row abstractDomain() {
  static const std::vector<std::string> names = {"concrete",    "constants", "sign",   "parity",
                                                 "congruences", "intervals", "product"};
  return {"NAME",
          [](Options& o, const std::string& v) {
            oneOf(v, names);
            if (v == "concrete")
              o.repair.abstraction.reset();
            else
              abstractionOf(o).domain = *domains::domainFromName(v);
          },
          [](const Options& o) -> std::string {
            return o.repair.abstraction ? std::string(domains::domainName(o.repair.abstraction->domain))
                                        : "concrete";
          }};
}

Row variables(std::vector<std::string> repair::Abstraction::* field) {
  return {"LIST", [field](Options& o, const std::string& v) { abstractionOf(o).*field = listValue(v); },
          [field](const Options& o) {
            return o.repair.abstraction ? fmt::format("{}", fmt::join((*o.repair.abstraction).*field, ","))
                                        : std::string();
          }};
}

OptionGroup repairOptions() {
  using repair::Refine;
  return {"Repair",
          {
              option("--domain", {Repair}, abstractDomain(),
                     "what sections are looked for with: `concrete`, exact values, or values in the domain "
                     "`constants`, `sign`, `parity`, `congruences`, `intervals` or `product`"),
              option("--track", {Repair}, variables(&repair::Abstraction::tracked),
                     "variables whose abstract values keep states apart"),
              option("--exact", {Repair}, variables(&repair::Abstraction::exactValues),
                     "variables that the domain does not apply to; they are tracked, too"),
              option("--refine", {Repair},
                     choice(FIELD(repair.refine), Words<Refine>{{"auto", Refine::Auto},
                                                                {"domains", Refine::Domains},
                                                                {"tracked", Refine::Tracked},
                                                                {"off", Refine::Off}}),
                     "make the abstraction finer where a trace may be none of the program's: domains: by the "
                     "next domain; tracked: by one more variable; auto: by both"),
              option("--regardless", {Repair}, flag(FIELD(repair.regardless)),
                     "do not ask first whether the program is correct: shows what the abstraction asks for"),
              option("--solutions", {Repair}, count(FIELD(repair.solutions), 0, 1000),
                     "show N repairs at most, the cheapest first; 0: only find the formula, for `--json`"),
              option("--markers", {Repair}, flag(FIELD(repair.markers)),
                     "mark sections with `__VERIFIER_atomic_begin` and `_end` instead of adding locks"),
              option("--in-place", {Repair}, flag(FIELD(inPlace)),
                     "write the first repair to the source, and keep the old text as FILE.orig"),
          }};
}

OptionGroup outputOptions() {
  return {
      "Output",
      {
          option("--json", {Check, Validate, Trace, Predict, Repair}, text("FILE", FIELD(jsonFile)),
                 "write the result as JSON; `-` writes it to standard output instead of the text"),
          option("--html", {Check, Validate, Trace, Predict, Replay}, text("FILE", FIELD(htmlFile)),
                 "write a page for the browser: the interleaving in lanes, step by step, with "
                 "the source and the values; of `trace` a time line"),
          option(
              "--sarif", {Check, Validate, Predict}, text("FILE", FIELD(sarifFile)),
              "write the violations as SARIF 2.1.0, for code hosts and editors; `-` writes them to standard "
              "output instead of the text"),
          option("--witness", {Check, Predict}, text("FILE", FIELD(witnessFile)),
                 "save the interleaving of a violation: of `check` for `heddle validate`, of `predict` "
                 "for `heddle replay` (further violations in FILE.2, FILE.3, ...)"),
          option("--evidence", {Check}, text("FILE", FIELD(evidenceFile)),
                 "save what the answer rests on, for `heddle validate`: the interleaving of a violation, "
                 "the tree by which `impact` proves, the invariants of `--invariants`"),
          option("--invariants", {Check}, flag(FIELD(modular.invariants)),
                 "print what `modular` knows at each source line, and add it to the JSON result"),
          option("--check-invariants", {Check}, checkInvariants(),
                 "re-check the invariants with a solver, without the engine's fixpoint; points-to, "
                 "the order of threads and locks are trusted. `--stats` shows the result as `check.*`"),
          option("--stats", {Check}, flag(FIELD(stats)), "print the engine's statistics"),
          option("--format", {Model},
                 choice(FIELD(format), Words<ModelFormat>{{"text", ModelFormat::Text},
                                                          {"json", ModelFormat::Json},
                                                          {"dot", ModelFormat::Dot}}),
                 "output format of the model"),
          option("--analysis", {Model}, text("NAME", FIELD(analysis)),
                 "print the result of an analysis instead of the model: `dominators`, `points-to`, "
                 "`escape`, `accesses`, `mhb`, `locksets`, `waits`, `mutexes`, `dependence`, `slice`, "
                 "`liveness`, `statements`"),
          option("-o", {Model, Record, Harness}, text("FILE", FIELD(outputFile)),
                 "write to FILE instead of standard output (`model`, `harness`) or `heddle.trace` "
                 "(`record`)"),
          option("--output", {Repair}, text("FILE", FIELD(outputFile)),
                 "write the patch of the first repair to FILE"),
          option("--functions", {Harness}, list(FIELD(functions)),
                 "functions that the threads call; else all with external linkage that share state"),
          option("--all", {Check}, flag(FIELD(all)),
                 "after a violation go on, and list every other one; of those on the same lines of the "
                 "source, one"),
          option("--all", {Trace}, flag(FIELD(allEvents)), "show the whole time line"),
          option("--quiet", {Check, Validate, Repair}, flag(FIELD(quiet)), "print the verdict only"),
          option(
              "--color", {Check, Validate, Predict, Replay, Repair},
              choice(FIELD(color),
                     Words<Color>{{"auto", Color::Auto}, {"always", Color::Always}, {"never", Color::Never}}),
              "use colours in the text"),
      }};
}

} // namespace

const std::vector<OptionGroup>& optionTable() {
  static const std::vector<OptionGroup> table = {questionOptions(), engineOptions(), outputOptions(),
                                                 replayOptions(),   repairOptions(), inputOptions()};
  return table;
}

std::vector<const OptionSpec*> modelOptions() {
  std::vector<const OptionSpec*> out;
  for (const OptionGroup& group : optionTable())
    for (const OptionSpec& option : group.options)
      if (option.isFor(Check) && option.isFor(Model) && !option.isFor(Validate)) out.push_back(&option);
  return out;
}

const std::vector<CommandSpec>& commandTable() {
  static const std::vector<CommandSpec> table = {
      {Check, "check", "FILE... [-- COMPILER-FLAGS]",
       "Checks a program. Prints the verdict and, if a property fails, the interleaving."},
      {Model, "model", "FILE... [-- COMPILER-FLAGS]", "Prints the model that is checked."},
      {Validate, "validate", "EVIDENCE.json FILE... [-- COMPILER-FLAGS]",
       "Re-checks what `check --witness` or `check --evidence` saved: executes an interleaving and shows its "
       "result, or checks a proof."},
      {Harness, "harness", "FILE.c [-- COMPILER-FLAGS]",
       "Writes a first harness for a library: a program whose threads call its functions. To be changed by "
       "hand, and checked together with FILE.c."},
      {Cc, "cc", "COMPILER-ARGUMENTS",
       "Compiles and links like `clang`, for `heddle record`. Use it as CC in any build."},
      {Record, "record", "-- PROGRAM ARGUMENTS",
       "Runs a program that `heddle cc` built, and writes a trace of the run."},
      {Run, "run", "-- PROGRAM ARGUMENTS",
       "Runs a program that `heddle cc -O0` built, and keeps the sections of a policy free from other "
       "threads."},
      {Trace, "trace", "TRACE", "Shows a trace: threads, events, time line."},
      {Replay, "replay", "WITNESS [-- PROGRAM ARGUMENTS]",
       "Forces a witness's interleaving on the program, and says whether the violation occurs."},
      {Predict, "predict", "TRACE [-- PROGRAM ARGUMENTS]",
       "Finds violations in other interleavings of a recorded run, and reproduces them."},
      {Repair, "repair", "FILE... [-- COMPILER-FLAGS]",
       "Finds the least synchronization that makes a program correct, and shows it as a patch."},
      {Version, "version", "", "Prints the version."},
      {Help, "help", "[COMMAND]", "Explains a command."},
  };
  return table;
}

std::string_view engineName(EngineName e) {
  switch (e) {
  case EngineName::Auto:
    return "auto";
  case EngineName::Explore:
    return "explore";
  case EngineName::Sample:
    return "sample";
  case EngineName::Bounded:
    return "bounded";
  case EngineName::Modular:
    return "modular";
  case EngineName::Impact:
    return "impact";
  }
  return "?";
}

std::string_view commandName(Command c) {
  for (const CommandSpec& spec : commandTable())
    if (spec.command == c) return spec.name;
  return "?";
}

} // namespace heddle::cli
