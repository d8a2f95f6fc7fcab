// See datalog.h.
#include "logic/datalog/datalog.h"

#include "support/error.h"

#include <z3++.h>

#include <cctype>

#include <fmt/format.h>

namespace heddle::logic {

namespace {

class Parser {
public:
  explicit Parser(std::string_view text) : text_(text) {}

  std::vector<DatalogRule> rules() {
    std::vector<DatalogRule> result;
    while (skipSpace()) result.push_back(rule());
    return result;
  }

private:
  bool skipSpace() { // false: at the end
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    return at_ < text_.size();
  }

  bool accept(std::string_view token) {
    skipSpace();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }

  void expect(std::string_view token) {
    if (!accept(token))
      throw InternalError(fmt::format("Datalog: expected `{}` at character {}", token, at_));
  }

  std::string name() {
    skipSpace();
    const size_t start = at_;
    while (at_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    if (at_ == start) throw InternalError(fmt::format("Datalog: expected a name at character {}", at_));
    return std::string(text_.substr(start, at_ - start));
  }

  DatalogAtom atom() {
    DatalogAtom a{name(), {}};
    if (!accept("(")) return a;
    do a.variables.push_back(name());
    while (accept(","));
    expect(")");
    return a;
  }

  DatalogRule rule() {
    DatalogRule r{atom(), {}};
    if (accept(":-")) do
        r.body.push_back(atom());
      while (accept(","));
    expect(".");
    return r;
  }

  std::string_view text_;
  size_t at_ = 0;
};

class Z3Program {
public:
  Z3Program(const std::map<std::string, unsigned>& arities, uint32_t domain)
      : sort_(context_, Z3_mk_finite_domain_sort(context_, context_.str_symbol("number"), domain)) {
    z3::params params(context_);
    params.set("engine", context_.str_symbol("datalog"));
    fixedpoint_.set(params);
    for (const auto& [name, arity] : arities) {
      z3::sort_vector sorts(context_);
      for (unsigned i = 0; i < arity; ++i) sorts.push_back(sort_);
      z3::func_decl f = context_.function(name.c_str(), sorts, context_.bool_sort());
      fixedpoint_.register_relation(f);
      relations_.emplace(name, f);
    }
  }

  void addRule(const DatalogRule& r) {
    std::map<std::string, z3::expr> variables;
    z3::expr_vector bound(context_);
    const auto translate = [&](const DatalogAtom& a) {
      z3::expr_vector args(context_);
      for (const std::string& v : a.variables) {
        const auto [at, isNew] = variables.emplace(v, context_.constant(v.c_str(), sort_));
        if (isNew) bound.push_back(at->second);
        args.push_back(at->second);
      }
      return relations_.at(a.relation)(args);
    };
    z3::expr body = context_.bool_val(true);
    for (const DatalogAtom& a : r.body) body = body && translate(a);
    z3::expr rule = z3::implies(body, translate(r.head));
    if (!bound.empty()) rule = z3::forall(bound, rule);
    fixedpoint_.add_rule(rule, context_.int_symbol(rules_++));
  }

  void addFact(const std::string& relation, std::vector<uint32_t> values) {
    fixedpoint_.add_fact(relations_.at(relation), values.data());
  }

  bool holds(const std::string& relation) {
    z3::func_decl_vector asked(context_);
    asked.push_back(relations_.at(relation));
    const z3::check_result answer = fixedpoint_.query(asked);
    if (answer == z3::unknown) throw InternalError("Z3 does not decide a Datalog query");
    return answer == z3::sat;
  }

private:
  z3::context context_;
  z3::fixedpoint fixedpoint_{context_};
  z3::sort sort_;
  std::map<std::string, z3::func_decl> relations_;
  int rules_ = 0;
};

} // namespace

std::vector<DatalogRule> parseDatalog(std::string_view text) { return Parser(text).rules(); }

void Datalog::add(std::string_view relation, std::vector<uint32_t> values) {
  for (uint32_t v : values) HEDDLE_CHECK(v < domain_, "a Datalog fact outside of its domain");
  facts_.push_back({std::string(relation), std::move(values)});
}

void Datalog::pop() {
  facts_.resize(frames_.back());
  frames_.pop_back();
}

std::map<std::string, unsigned> Datalog::arities() const {
  std::map<std::string, unsigned> result;
  const auto note = [&](const std::string& relation, size_t arity) {
    const auto [at, isNew] = result.emplace(relation, static_cast<unsigned>(arity));
    HEDDLE_CHECK(isNew || at->second == arity, "a Datalog relation of two arities");
  };
  for (const DatalogRule& r : rules_) {
    note(r.head.relation, r.head.variables.size());
    for (const DatalogAtom& a : r.body) note(a.relation, a.variables.size());
  }
  for (const Fact& f : facts_) note(f.relation, f.values.size());
  return result;
}

bool Datalog::holds(std::string_view relation) const {
  try {
    Z3Program program(arities(), domain_);
    for (const DatalogRule& r : rules_) program.addRule(r);
    for (const Fact& f : facts_) program.addFact(f.relation, f.values);
    return program.holds(std::string(relation));
  } catch (const z3::exception& e) {
    throw InternalError(fmt::format("Z3: {}", e.msg()));
  }
}

} // namespace heddle::logic
