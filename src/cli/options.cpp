// The tables of commands and options.
#include "cli/options.h"

#include "cli/values.h"
#include "llvm2ccfg/may_fail.h"

namespace heddle::cli {

namespace {

using enum Command;
// `validate` takes these from the file that the schedule is in.
const std::vector<Command> modelling = {Check, Model};

OptionGroup inputOptions() {
  return {
      "Input and translation",
      {
          {"--entry", "FUNC", "main", "function that the first thread runs", modelling,
           [](Options& o, const std::string& v) { o.entry = v; }},
          {"--data-model", "ILP32|LP64", "LP64",
           "size of `long` and of pointers: 4 bytes (ILP32) or 8 bytes (LP64)", modelling,
           [](Options& o, const std::string& v) {
             o.dataModel =
                 oneOf(v, {"ILP32", "LP64"}) == "ILP32" ? ccfg::DataModel::ILP32 : ccfg::DataModel::LP64;
           }},
          {"-p", "DIR", "", "read compiler flags from `compile_commands.json` in DIR", modelling,
           [](Options& o, const std::string& v) { o.compileCommandsDir = v; }},
          {"--recursion-depth", "N", "8", "cut off calls of one function that nest deeper than N (1 to 1000)",
           modelling, [](Options& o, const std::string& v) { o.recursionDepth = countValue(v, 1, 1000); }},
          {"--no-spurious-wakeups", "", "", "condition waits return only after a signal", modelling,
           [](Options& o, const std::string&) { o.spuriousWakeups = false; }},
          {"--may-fail", "LIST", "",
           "also explore failure of these functions, such as `malloc,pthread_create`", modelling,
           [](Options& o, const std::string& v) {
             o.mayFail = listValue(v);
             for (const std::string& name : o.mayFail) oneOf(name, llvm2ccfg::functionsThatMayFail());
           }},
          {"--trust-external", "LIST", "",
           "functions without source that are accepted: they return any value and change nothing", modelling,
           [](Options& o, const std::string& v) { o.trusted = listValue(v); }},
          {"--atomic",
           "LIST",
           "",
           "functions that are meant to be atomic, for property `atomicity`; `heddle.h` marks blocks in the "
           "program instead",
           {Check, Model, Predict},
           [](Options& o, const std::string& v) { o.atomic = listValue(v); }},
          {"--granularity", "access|statement", "access",
           "what one step is: one memory access, or one C statement", modelling,
           [](Options& o, const std::string& v) {
             o.statementGranularity = oneOf(v, {"access", "statement"}) == "statement";
           }},
      }};
}

OptionGroup questionOptions() {
  return {"Properties",
          {
              {"--property",
               "LIST|FILE.prp",
               "assert,race,deadlock,lock-misuse,memory",
               "properties to check, separated by commas: `assert`, `race`, `deadlock`, `lock-misuse`, "
               "`atomicity`, `memory`, `overflow`; the SV-COMP names `unreach-call`, `no-data-race`, "
               "`no-deadlock`, `no-overflow`, `valid-memsafety`; or a property file. `predict` checks "
               "`atomicity` by default and also supports `race`, `assert`, `deadlock` and `lock-misuse`",
               {Check, Model, Predict},
               setProperties},
              {"--deadlock",
               "total|partial",
               "total",
               "total: every thread is blocked; partial: also some threads that are blocked for good while "
               "others go on",
               {Check},
               [](Options& o, const std::string& v) {
                 o.partialDeadlock = oneOf(v, {"total", "partial"}) == "partial";
               }},
              {"--memory-model",
               "sc|tso|pso",
               "sc",
               "how stores reach memory. sc: at once; tso: later, in order; pso: later, and stores to "
               "different addresses may be reordered",
               {Check},
               [](Options& o, const std::string& v) {
                 o.memoryModel = *ccfg::memoryModelFromName(oneOf(v, {"sc", "tso", "pso"}));
               }},
              {"--accept-assumptions",
               "",
               "",
               "answer `true` even if the proof rests on an assumption that may miss behaviours",
               {Check},
               [](Options& o, const std::string&) { o.acceptAssumptions = true; }},
          }};
}

OptionGroup engineOptions() {
  return {
      "Engines and limits",
      {
          {"--engine",
           "NAME",
           "auto",
           "`explore` runs all interleavings; `sample` runs some at random; `bounded` solves for one in the "
           "program unwound to a bound; `modular` proves with invariants of each thread; `auto` tries them "
           "in turn",
           {Check},
           [](Options& o, const std::string& v) {
             o.engine = oneOf(v, {"auto", "explore", "sample", "bounded", "modular"});
           }},
          {"--por",
           "none|local|persistent",
           "persistent",
           "partial-order reduction of `explore`; `none` visits every interleaving",
           {Check},
           [](Options& o, const std::string& v) { o.por = oneOf(v, {"none", "local", "persistent"}); }},
          {"--unwind",
           "N",
           "0",
           "unwind each cycle N times in `bounded`; 0: as often as the program needs",
           {Check},
           [](Options& o, const std::string& v) { o.unwind = countValue(v, 0, 1'000'000); }},
          {"--strategy",
           "auto|full|oia|uia|mia",
           "auto",
           "how `bounded` encodes interference: full: all at once; oia, uia: over- or under-approximated, "
           "then refined; mia: mixed (REF); auto: full if it is small enough, else mia",
           {Check},
           [](Options& o, const std::string& v) {
             o.strategy = oneOf(v, {"auto", "full", "oia", "uia", "mia"});
           }},
          {"--focus",
           "none|control-state|serial",
           "none",
           "restrict `bounded` to synchronization (control-state), or to executions without interference "
           "(serial)",
           {Check},
           [](Options& o, const std::string& v) { o.focus = oneOf(v, {"none", "control-state", "serial"}); }},
          {"--without",
           "LIST",
           "",
           "switch off heuristics of `bounded`: S0, S1, S2a, S2b, S3, layers",
           {Check},
           [](Options& o, const std::string& v) {
             o.without = listValue(v);
             for (const std::string& w : o.without) oneOf(w, {"S0", "S1", "S2a", "S2b", "S3", "layers"});
           }},
          {"--solver",
           "sat|z3",
           "sat",
           "the solver that `bounded` uses; `z3` is slow and serves as a cross-check",
           {Check},
           [](Options& o, const std::string& v) { o.solver = oneOf(v, {"sat", "z3"}); }},
          {"--show-refinement",
           "",
           "",
           "print each iteration of `bounded`: the abstraction, what was found, what is refined",
           {Check},
           [](Options& o, const std::string&) { o.showRefinement = true; }},
          {"--modular",
           "insensitive|combos|feasible|optimized",
           "optimized",
           "which stores a load may read from in `modular`. insensitive: any, all joined; combos: each "
           "combination of stores separately; feasible: only combinations that some order of events allows; "
           "optimized: as feasible, but only where the property depends on it",
           {Check},
           [](Options& o, const std::string& v) {
             o.modular = oneOf(v, {"insensitive", "combos", "feasible", "optimized"});
           }},
          {"--domain",
           "NAME",
           "product",
           "what `modular` tracks about values: `constants`, `sign`, `parity`, `congruences`, `intervals`, "
           "`product` (the last two together), or `octagons` (`product` and relations between variables)",
           {Check},
           [](Options& o, const std::string& v) {
             o.domain =
                 oneOf(v, {"constants", "sign", "parity", "congruences", "intervals", "product", "octagons"});
           }},
          {"--combinations",
           "N",
           "64",
           "states that `modular` keeps apart at a location, at most (1 to 100000)",
           {Check},
           [](Options& o, const std::string& v) { o.combinations = countValue(v, 1, 100'000); }},
          {"--timeout",
           "SECONDS",
           "0",
           "stop after this time; 0: never",
           {Check, Model, Validate, Predict},
           [](Options& o, const std::string& v) { o.timeout = secondsValue(v); }},
          {"--memory",
           "SIZE",
           "0",
           "stop when the process reaches this size, such as 500M or 4G; 0: three quarters of the machine's "
           "memory",
           {Check, Model, Validate, Predict},
           [](Options& o, const std::string& v) { o.memory = sizeValue(v); }},
      }};
}

OptionGroup replayOptions() {
  return {
      "Prediction and replay",
      {
          {"--patience",
           "SECONDS",
           "5",
           "a replay has timed out if it makes no step for this long",
           {Replay, Predict},
           [](Options& o, const std::string& v) { o.patience = secondsValue(v); }},
          {"--no-confirm",
           "",
           "",
           "report what the model shows, without reproducing it on the program",
           {Predict},
           [](Options& o, const std::string&) { o.confirm = false; }},
          {"--per-places",
           "N",
           "100",
           "check at most N candidates per set of three source locations",
           {Predict},
           [](Options& o, const std::string& v) { o.perPlaces = countValue(v, 1, 1'000'000); }},
          {"--window",
           "N",
           "2000",
           "analyse long traces (over 3N shared events) in windows of N",
           {Predict},
           [](Options& o, const std::string& v) { o.window = countValue(v, 100, 1'000'000'000); }},
          {"--infer-atomic",
           "",
           "",
           "if no blocks are marked, propose some: functions that take a lock twice, and critical sections",
           {Predict},
           [](Options& o, const std::string&) { o.inferAtomic = true; }},
          {"--no-prefixes",
           "",
           "",
           "for comparison: look for violations in interleavings of the whole trace only",
           {Predict},
           [](Options& o, const std::string&) { o.prefixes = false; }},
          {"--recorded-values",
           "",
           "",
           "for comparison: every read sees the value that it saw in the run (the maximal causal model)",
           {Predict},
           [](Options& o, const std::string&) { o.recordedValues = true; }},
          {"--model",
           "FILE",
           "",
           "write the model of the trace, for `heddle check FILE`",
           {Predict},
           [](Options& o, const std::string& v) { o.modelFile = v; }},
          {"--trust",
           "",
           "",
           "run the witness's command even if it is not the program that the witness was made from",
           {Replay},
           [](Options& o, const std::string&) { o.trust = true; }},
          {"--gdb",
           "",
           "",
           "run under gdb, which stops at the last step, the violation",
           {Replay},
           [](Options& o, const std::string&) { o.gdb = true; }},
      }};
}

OptionGroup outputOptions() {
  return {"Output",
          {
              {"--json",
               "FILE",
               "",
               "write the result as JSON; `-` writes it to standard output instead of the text",
               {Check, Validate, Trace, Predict},
               [](Options& o, const std::string& v) { o.jsonFile = v; }},
              {"--witness",
               "FILE",
               "",
               "save the interleaving of a violation: of `check` for `heddle validate`, of `predict` for "
               "`heddle replay` (further violations in FILE.2, FILE.3, ...)",
               {Check, Predict},
               [](Options& o, const std::string& v) { o.witnessFile = v; }},
              {"--invariants",
               "",
               "",
               "print what `modular` knows at each source line, and add it to the JSON result",
               {Check},
               [](Options& o, const std::string&) { o.invariants = true; }},
              {"--check-invariants",
               "",
               "",
               "re-check the invariants with a solver, independently of the engine; `--stats` shows the "
               "result as `check.*`",
               {Check},
               [](Options& o, const std::string&) { o.invariants = o.checkInvariants = true; }},
              {"--stats",
               "",
               "",
               "print the engine's statistics",
               {Check},
               [](Options& o, const std::string&) { o.stats = true; }},
              {"--format",
               "text|json|dot",
               "text",
               "output format of the model",
               {Model},
               [](Options& o, const std::string& v) { o.format = oneOf(v, {"text", "json", "dot"}); }},
              {"--analysis",
               "NAME",
               "",
               "print the result of an analysis instead of the model: `dominators`, `points-to`, `escape`, "
               "`accesses`, `mhb`, `locksets`, `dependence`, `slice`, `liveness`, `statements`",
               {Model},
               [](Options& o, const std::string& v) { o.analysis = v; }},
              {"-o",
               "FILE",
               "",
               "write to FILE instead of standard output (`model`) or `heddle.trace` (`record`)",
               {Model, Record},
               [](Options& o, const std::string& v) { o.outputFile = v; }},
              {"--all",
               "",
               "",
               "show the whole time line",
               {Trace},
               [](Options& o, const std::string&) { o.allEvents = true; }},
              {"--quiet",
               "",
               "",
               "print the verdict only",
               {Check, Validate},
               [](Options& o, const std::string&) { o.quiet = true; }},
              {"--color",
               "auto|always|never",
               "auto",
               "use colours in the text",
               {Check, Validate},
               [](Options& o, const std::string& v) {
                 const std::string word = oneOf(v, {"auto", "always", "never"});
                 o.color = word == "auto" ? Color::Auto : word == "always" ? Color::Always : Color::Never;
               }},
          }};
}

} // namespace

const std::vector<OptionGroup>& optionTable() {
  static const std::vector<OptionGroup> table = {questionOptions(), engineOptions(), outputOptions(),
                                                 replayOptions(), inputOptions()};
  return table;
}

const std::vector<CommandSpec>& commandTable() {
  static const std::vector<CommandSpec> table = {
      {Check, "check", "FILE... [-- COMPILER-FLAGS]",
       "Checks a program. Prints the verdict and, if a property fails, the interleaving."},
      {Model, "model", "FILE... [-- COMPILER-FLAGS]", "Prints the model that is checked."},
      {Validate, "validate", "SCHEDULE.json FILE... [-- COMPILER-FLAGS]",
       "Executes an interleaving that `check --witness` saved, and shows its result."},
      {Cc, "cc", "COMPILER-ARGUMENTS",
       "Compiles and links like `clang`, for `heddle record`. Use it as CC in any build."},
      {Record, "record", "-- PROGRAM ARGUMENTS",
       "Runs a program that `heddle cc` built, and writes a trace of the run."},
      {Trace, "trace", "TRACE", "Shows a trace: threads, events, time line."},
      {Replay, "replay", "WITNESS [-- PROGRAM ARGUMENTS]",
       "Forces a witness's interleaving on the program, and says whether the violation occurs."},
      {Predict, "predict", "TRACE [-- PROGRAM ARGUMENTS]",
       "Finds violations in other interleavings of a recorded run, and reproduces them."},
      {Version, "version", "", "Prints the version."},
      {Help, "help", "[COMMAND]", "Explains a command."},
  };
  return table;
}

std::string_view commandName(Command c) {
  for (const CommandSpec& spec : commandTable())
    if (spec.command == c) return spec.name;
  return "?";
}

} // namespace heddle::cli
