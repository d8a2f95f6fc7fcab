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
      "From C to the model",
      {
          {"--entry", "FUNC", "main", "the function that the first thread runs", modelling,
           [](Options& o, const std::string& v) { o.entry = v; }},
          {"--data-model", "ILP32|LP64", "LP64", "sizes of `long` and of pointers: 4 or 8 bytes", modelling,
           [](Options& o, const std::string& v) {
             o.dataModel =
                 oneOf(v, {"ILP32", "LP64"}) == "ILP32" ? ccfg::DataModel::ILP32 : ccfg::DataModel::LP64;
           }},
          {"-p", "DIR", "", "read compiler flags from `compile_commands.json` in DIR", modelling,
           [](Options& o, const std::string& v) { o.compileCommandsDir = v; }},
          {"--recursion-depth", "N", "8", "calls of one function nested deeper than N are cut off, 1 to 1000",
           modelling, [](Options& o, const std::string& v) { o.recursionDepth = countValue(v, 1, 1000); }},
          {"--no-spurious-wakeups", "", "", "a condition wait returns only after a signal", modelling,
           [](Options& o, const std::string&) { o.spuriousWakeups = false; }},
          {"--may-fail", "LIST", "", "functions that may also fail, such as `malloc,pthread_create`",
           modelling,
           [](Options& o, const std::string& v) {
             o.mayFail = listValue(v);
             for (const std::string& name : o.mayFail) oneOf(name, llvm2ccfg::functionsThatMayFail());
           }},
          {"--trust-external", "LIST", "",
           "functions without source that may be taken to return any value and to change nothing", modelling,
           [](Options& o, const std::string& v) { o.trusted = listValue(v); }},
          {"--atomic",
           "LIST",
           "",
           "functions that are meant to be atomic, for property `atomicity`; or mark them in the program "
           "(`heddle.h`)",
           {Check, Model, Predict},
           [](Options& o, const std::string& v) { o.atomic = listValue(v); }},
          {"--granularity", "access|statement", "access",
           "what happens in one step: one memory access, or one C statement", modelling,
           [](Options& o, const std::string& v) {
             o.statementGranularity = oneOf(v, {"access", "statement"}) == "statement";
           }},
      }};
}

OptionGroup questionOptions() {
  return {
      "What is asked",
      {
          {"--property",
           "LIST|FILE.prp",
           "assert,race,deadlock,lock-misuse,memory",
           "properties to check, separated by commas: `assert`, `race`, `deadlock`, `lock-misuse`, "
           "`atomicity`, `memory`, "
           "`overflow`; or as in SV-COMP `unreach-call`, `no-data-race`, `no-deadlock`, `no-overflow`, "
           "`valid-memsafety`, or a property file. `predict` looks for `atomicity` if nothing is said, and "
           "knows `race`, `assert`, `deadlock` and `lock-misuse`, too",
           {Check, Model, Predict},
           setProperties},
          {"--deadlock",
           "total|partial",
           "total",
           "a deadlock is when no thread can move, or already when one waits for ever while others go on",
           {Check},
           [](Options& o, const std::string& v) {
             o.partialDeadlock = oneOf(v, {"total", "partial"}) == "partial";
           }},
          {"--memory-model",
           "sc|tso|pso",
           "sc",
           "how stores reach memory: at once, in order but later, or each place by itself",
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
      "Who answers, and how long it may take",
      {
          {"--engine",
           "NAME",
           "auto",
           "the engine: `explore` runs all interleavings; `sample` some at random; `bounded` solves for one, "
           "in the program unwound "
           "to a bound; `modular` proves with invariants of each thread; `auto` tries them in turn",
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
           "iterations of each cycle in `bounded`; 0 is as many as the program needs",
           {Check},
           [](Options& o, const std::string& v) { o.unwind = countValue(v, 0, 1'000'000); }},
          {"--strategy",
           "auto|full|oia|uia|mia",
           "auto",
           "how `bounded` treats interference: all at once, over- or under-approximated, or mixed (REF); "
           "`auto` takes "
           "all at once where that is not too much",
           {Check},
           [](Options& o, const std::string& v) {
             o.strategy = oneOf(v, {"auto", "full", "oia", "uia", "mia"});
           }},
          {"--focus",
           "none|control-state|serial",
           "none",
           "let `bounded` look at synchronization only, or at executions without interference only",
           {Check},
           [](Options& o, const std::string& v) { o.focus = oneOf(v, {"none", "control-state", "serial"}); }},
          {"--without",
           "LIST",
           "",
           "heuristics of `bounded` to switch off: S0, S1, S2a, S2b, S3, layers",
           {Check},
           [](Options& o, const std::string& v) {
             o.without = listValue(v);
             for (const std::string& w : o.without) oneOf(w, {"S0", "S1", "S2a", "S2b", "S3", "layers"});
           }},
          {"--solver",
           "sat|z3",
           "sat",
           "who solves for `bounded`; `z3` is the slow cross-check",
           {Check},
           [](Options& o, const std::string& v) { o.solver = oneOf(v, {"sat", "z3"}); }},
          {"--show-refinement",
           "",
           "",
           "print each iteration of `bounded`'s refinement: the abstraction, what was found, what is refined",
           {Check},
           [](Options& o, const std::string&) { o.showRefinement = true; }},
          {"--modular",
           "insensitive|combos|feasible|optimized",
           "optimized",
           "what `modular` tells apart: nothing, all combinations of stores that loads read from, those that "
           "are feasible, or those that matter for the property",
           {Check},
           [](Options& o, const std::string& v) {
             o.modular = oneOf(v, {"insensitive", "combos", "feasible", "optimized"});
           }},
          {"--domain",
           "NAME",
           "product",
           "what `modular` knows of values: `constants`, `sign`, `parity`, `congruences`, `intervals`, "
           "`product` of the last two, or `octagons`: the product, and relations between variables",
           {Check},
           [](Options& o, const std::string& v) {
             o.domain =
                 oneOf(v, {"constants", "sign", "parity", "congruences", "intervals", "product", "octagons"});
           }},
          {"--combinations",
           "N",
           "64",
           "combinations that `modular` tells apart at a location, at most, 1 to 100000",
           {Check},
           [](Options& o, const std::string& v) { o.combinations = countValue(v, 1, 100'000); }},
          {"--timeout",
           "SECONDS",
           "0",
           "stop after this time; 0 is never",
           {Check, Model, Validate, Predict},
           [](Options& o, const std::string& v) { o.timeout = secondsValue(v); }},
          {"--memory",
           "SIZE",
           "0",
           "stop at this size of the process, like 500M or 4G; 0 is three quarters of the machine's memory",
           {Check, Model, Validate, Predict},
           [](Options& o, const std::string& v) { o.memory = sizeValue(v); }},
      }};
}

OptionGroup replayOptions() {
  return {"Prediction and replay",
          {
              {"--patience",
               "SECONDS",
               "5",
               "a replay that makes no step for so long has timed out",
               {Replay, Predict},
               [](Options& o, const std::string& v) { o.patience = secondsValue(v); }},
              {"--no-confirm",
               "",
               "",
               "report what the model shows, without forcing it on the program",
               {Predict},
               [](Options& o, const std::string&) { o.confirm = false; }},
              {"--per-places",
               "N",
               "100",
               "of triples of accesses at the same three places check N",
               {Predict},
               [](Options& o, const std::string& v) { o.perPlaces = countValue(v, 1, 1'000'000); }},
              {"--window",
               "N",
               "2000",
               "traces of more than 3 N events that threads share are looked at in windows of N",
               {Predict},
               [](Options& o, const std::string& v) { o.window = countValue(v, 100, 1'000'000'000); }},
              {"--infer-atomic",
               "",
               "",
               "if no blocks are marked, propose some: functions that take a lock twice, critical sections",
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
               "run what the witness names, even if it is not the program that the witness was made of",
               {Replay},
               [](Options& o, const std::string&) { o.trust = true; }},
              {"--gdb",
               "",
               "",
               "run under gdb, which stops at the last step: the violation",
               {Replay},
               [](Options& o, const std::string&) { o.gdb = true; }},
          }};
}

OptionGroup outputOptions() {
  return {
      "What is written",
      {
          {"--json",
           "FILE",
           "",
           "write the result as JSON; `-` is standard output, in place of the text",
           {Check, Validate, Trace, Predict},
           [](Options& o, const std::string& v) { o.jsonFile = v; }},
          {"--witness",
           "FILE",
           "",
           "save the interleaving that breaks the program, for `heddle validate`; of `predict`, for `heddle "
           "replay`, those after the first in FILE.2, FILE.3 and so on",
           {Check, Predict},
           [](Options& o, const std::string& v) { o.witnessFile = v; }},
          {"--invariants",
           "",
           "",
           "print what `modular` knows at each source line, and write it to the JSON result",
           {Check},
           [](Options& o, const std::string&) { o.invariants = true; }},
          {"--check-invariants",
           "",
           "",
           "check by a solver which invariants of `modular` follow from each other alone, and which "
           "assertions "
           "from them; `check.*` in `--stats` tells",
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
           "the form in which the model is printed",
           {Model},
           [](Options& o, const std::string& v) { o.format = oneOf(v, {"text", "json", "dot"}); }},
          {"--analysis",
           "NAME",
           "",
           "print the result of an analysis of the model instead",
           {Model},
           [](Options& o, const std::string& v) { o.analysis = v; }},
          {"-o",
           "FILE",
           "",
           "write to FILE instead of standard output; for `record`, instead of `heddle.trace`",
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
           "colours in the text",
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
       "Is the program correct? Prints a proof's verdict, or the interleaving that breaks it."},
      {Model, "model", "FILE... [-- COMPILER-FLAGS]", "Prints the model that every check works on."},
      {Validate, "validate", "SCHEDULE.json FILE... [-- COMPILER-FLAGS]",
       "Executes an interleaving that `check --witness` saved, and shows what it leads to."},
      {Cc, "cc", "COMPILER-ARGUMENTS",
       "Compiles and links as `clang` does, for `heddle record`. Use it as CC in any build."},
      {Record, "record", "-- PROGRAM ARGUMENTS",
       "Runs a program that `heddle cc` built, and writes a trace of the run."},
      {Trace, "trace", "TRACE", "Shows a trace: threads, events, time line."},
      {Replay, "replay", "WITNESS [-- PROGRAM ARGUMENTS]",
       "Forces the interleaving of a witness on the program, and says whether it shows the violation."},
      {Predict, "predict", "TRACE [-- PROGRAM ARGUMENTS]",
       "Finds the atomicity violations that other interleavings of a recorded run show, and reproduces "
       "them."},
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
