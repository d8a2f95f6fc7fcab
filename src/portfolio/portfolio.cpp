// See portfolio.h.
#include "portfolio/portfolio.h"

#include "engine/assumptions.h"
#include "portfolio/worker.h"
#include "portfolio/worth.h"
#include "support/error.h"

#include <algorithm>
#include <list>
#include <map>
#include <poll.h>
#include <thread>

#include <fmt/format.h>

namespace heddle::portfolio {

using engine::Result;
using engine::Verdict;

namespace {

constexpr int interval = 20; // milliseconds between two looks at the workers
constexpr double grace = 1;  // seconds that a worker may exceed its time, as engines stop by themselves
constexpr double memoryGrace = 1.1; // of its share of the memory

Budget budgetOf(const Turn& turn, const Budget& all) {
  const bool limited = all.remaining() < 1e17;
  return all.part(limited ? std::min(turn.most, turn.share * all.remaining()) : turn.endless);
}

// What has been found out so far.
class Findings {
public:
  explicit Findings(const engine::Problem& problem)
      : program_(problem.program), question_(problem.question) {}

  // True: that will do.
  bool add(Result r, Player player) {
    // That its memory was too small tells more than that a second look ran out of time.
    std::string& why = whys_[r.engine];
    if (player != Player::Explore && player != Player::Bounded)
      whys_.erase(r.engine);
    else if (!why.starts_with("out of memory"))
      why = r.why;
    keep(r);
    best_ = combined(std::move(r), best_, question_);
    return best_.verdict == Verdict::False || isConclusive(best_, question_) || isBest(best_, program_);
  }
  void addFailure(const Worker& w, const std::string& why) {
    internal_ = internal_ || w.end() == Worker::End::Internal;
    whys_[w.name()] = why;
    failures_ += (failures_.empty() ? "" : "; ") + w.name() + ": " + why;
    ++failed_;
  }
  void set(const std::string& statistic, double value) { best_.statistics.set(statistic, value); }

  Result take(const Budget& budget) {
    const bool answered = best_.verdict != Verdict::Unknown;
    if (!answered && internal_) throw InternalError(failures_);
    if (failed_ != 0) best_.statistics.set("auto.failed", failed_);
    if (!answered) best_.why = why(budget);
    addKept();
    return std::move(best_);
  }

private:
  void keep(const Result& r) {
    Result honest = r;
    engine::applyAssumptions(honest, question_.acceptAssumptions);
    if (honest.proved.empty()) return;
    for (const ccfg::Property p : ccfg::allProperties)
      if (honest.proved.has(p)) kept_.proved.add(p);
    for (const ccfg::Assumption& a : honest.assumptions) engine::addAssumption(kept_.assumptions, a);
  }
  // Each part is proved up to the first violation of the rest: the first violation of all has no place.
  void addKept() {
    if (best_.verdict == Verdict::True) return;
    best_.asked = question_.properties;
    for (const ccfg::Property p : ccfg::allProperties)
      if (kept_.proved.has(p)) best_.proved.add(p);
    if (best_.verdict == Verdict::False || !engine::unproved(best_).empty()) return;
    best_.verdict = Verdict::True;
    best_.why.clear();
    best_.evidence = {};
    best_.assumptions = kept_.assumptions;
  }

  // The limit of all once, and then what each came to.
  std::string why(const Budget& budget) const {
    std::string all = budget.exhausted().value_or("");
    for (const auto& [engine, why] : whys_) {
      const bool isLimit = !all.empty() && (why.starts_with("out of time") || why.starts_with("interrupted"));
      const size_t rest = isLimit ? why.find("; ") : 0;
      if (why.empty() || rest == std::string::npos) continue;
      all += fmt::format("{}{}: {}", all.empty() ? "" : "; ", engine, why.substr(isLimit ? rest + 2 : 0));
    }
    return all.empty() ? "no engine has an answer" : all;
  }

  const ccfg::Program& program_;
  const engine::Question& question_;
  Result best_, kept_;                      // of the latter what is proved, and what that rests on
  std::map<std::string, std::string> whys_; // by engine
  std::string failures_;
  bool internal_ = false;
  unsigned failed_ = 0;
};

class Portfolio : public engine::Engine {
public:
  Portfolio(const Engines& engines, unsigned jobs) : engines_(engines), jobs_(jobs) {}
  std::string name() const override { return "auto"; }

  Result run(const engine::Problem& problem, const Budget& budget,
             const engine::ProgressSink& progress) override {
    Findings findings(problem);
    if (jobs_ > 1)
      runMany(problem, budget, progress, findings);
    else
      runOne(problem, budget, progress, findings);
    Result r = findings.take(budget);
    r.asked = problem.question.properties;
    if (r.engine.empty()) r.engine = name();
    return r;
  }

private:
  struct Running {
    Player player;
    Budget budget;
    double begun; // on the budget's clock
    std::unique_ptr<Worker> worker;
  };

  static Result play(engine::Engine& engine, const engine::Problem& problem, const Budget& budget,
                     const engine::ProgressSink& progress) {
    const Log& log = problem.logs.of("auto");
    log.step("{} starts", engine.name());
    Result r = engine.run(problem, budget, progress);
    log.step("{} after {:.1f} s: {}", engine.name(), budget.elapsed(),
             r.verdict == Verdict::True    ? "true"
             : r.verdict == Verdict::False ? "false"
                                           : "unknown (" + r.why + ")");
    for (const ccfg::Assumption& a : r.assumptions) log.detail("  if {}", a.text);
    return r;
  }

  // Violations that are known are passed over by those who execute the program.
  static bool isFor(const Turn& turn, const engine::Question& question) {
    return question.known.empty() || turn.player == Player::Explore || turn.player == Player::Sample;
  }

  void runOne(const engine::Problem& problem, const Budget& budget, const engine::ProgressSink& progress,
              Findings& findings) const {
    for (const Turn& turn : turnsOfOne()) {
      if (!isFor(turn, problem.question)) continue;
      Result r = play(*makePlayer(turn.player, engines_), problem, budgetOf(turn, budget), progress);
      if (findings.add(std::move(r), turn.player) || budget.exhausted()) return;
    }
  }

  void runMany(const engine::Problem& problem, const Budget& budget, const engine::ProgressSink& progress,
               Findings& findings) const {
    std::span<const Turn> turns = turnsOfMany();
    Budget look = budgetOf(turns[0], budget); // what it takes of the memory stays with this process
    look.setMemoryLimit(budget.memoryLimit() / jobs_);
    Result r = play(*makePlayer(turns[0].player, engines_), problem, look, progress);
    if (findings.add(std::move(r), turns[0].player)) return;
    turns = turns.subspan(1);
    std::list<Running> running;
    while (!budget.exhausted() && (!running.empty() || !turns.empty())) {
      for (; running.size() < jobs_ && !turns.empty(); turns = turns.subspan(1))
        if (isFor(turns[0], problem.question)) running.push_back(start(turns[0], problem, budget));
      if (await(running, progress, findings, problem.logs.of("auto"))) return;
    }
    collect(running, budget, findings, problem.logs.of("auto"));
  }

  Running start(const Turn& turn, const engine::Problem& problem, const Budget& budget) const {
    Budget own = budgetOf(turn, budget);
    own.setMemoryLimit(budget.memoryLimit() / jobs_);
    std::shared_ptr<engine::Engine> engine = makePlayer(turn.player, engines_);
    const auto task = [&](const engine::ProgressSink& progress) {
      return play(*engine, problem, own, progress);
    };
    return {turn.player, own, own.elapsed(), std::make_unique<Worker>(engine->name(), task, problem.program)};
  }

  // Waits a moment; true: somebody has an answer that will do.
  bool await(std::list<Running>& running, const engine::ProgressSink& progress, Findings& findings,
             const Log& log) const {
    std::vector<pollfd> all;
    for (const Running& r : running) all.push_back({r.worker->descriptor(), POLLIN, 0});
    ::poll(all.data(), all.size(), interval);
    for (auto r = running.begin(); r != running.end();) {
      bool ended = r->worker->read(progress);
      if (const auto why = ended ? std::nullopt : excess(*r)) {
        r->worker->stop(*why);
        ended = true;
      }
      if (ended && finish(*r, findings, log)) return true;
      r = ended ? running.erase(r) : std::next(r);
    }
    return false;
  }

  static std::optional<std::string> excess(const Running& r) {
    if (r.budget.remaining() < -grace) return "out of time";
    const auto limit = static_cast<double>(r.budget.memoryLimit());
    if (limit > 0 && static_cast<double>(r.worker->residentBytes()) > memoryGrace * limit)
      return fmt::format("out of memory ({} MB)", r.budget.memoryLimit() >> 20);
    return std::nullopt;
  }

  static bool finish(Running& r, Findings& findings, const Log& log) {
    const std::string& name = r.worker->name();
    findings.set("auto." + name + ".seconds", r.budget.elapsed() - r.begun);
    if (r.worker->end() == Worker::End::Ordinary)
      return findings.add(std::move(r.worker->result()), r.player);
    log.step("{}: {}", name, r.worker->result().why);
    findings.addFailure(*r.worker, r.worker->result().why);
    return false;
  }

  // The time is over: engines see that, too, and say what they know.
  static void collect(std::list<Running>& running, const Budget& budget, Findings& findings, const Log& log) {
    const Budget last = Budget().part(grace / 2);
    while (!running.empty() && !last.exhausted()) {
      for (auto r = running.begin(); r != running.end();) {
        const bool ended = r->worker->read({});
        if (ended) finish(*r, findings, log);
        r = ended ? running.erase(r) : std::next(r);
      }
      ::poll(nullptr, 0, interval);
    }
    for (Running& r : running) {
      r.worker->stop(budget.exhausted().value_or("ended"));
      finish(r, findings, log);
    }
  }

  const Engines engines_;
  const unsigned jobs_;
};

} // namespace

std::unique_ptr<engine::Engine> makePortfolio(const Engines& engines, const PortfolioOptions& options) {
  const unsigned jobs = options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
  return std::make_unique<Portfolio>(engines, jobs);
}

} // namespace heddle::portfolio
