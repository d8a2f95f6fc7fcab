#include "logic/horn/horn.h"

#include "logic/horn/integers.h"

#include <fmt/format.h>

namespace heddle::logic {

namespace {

class Spacer {
public:
  Spacer(TermManager& terms, const std::vector<HornRelation>& relations, bool areUnsigned,
         unsigned milliseconds)
      : terms_(terms), relations_(relations), areUnsigned_(areUnsigned) {
    z3::params p(context_);
    p.set("engine", context_.str_symbol("spacer"));
    p.set("timeout", milliseconds);
    // Otherwise relations vanish, and their solutions with them.
    for (const char* off : {"xform.slice", "xform.inline_eager", "xform.inline_linear"}) p.set(off, false);
    fixedpoint_.set(p);
    for (size_t r = 0; r < relations.size(); ++r) {
      z3::sort_vector sorts(context_);
      for (SymbolId s : relations[r].parameters) sorts.push_back(translation().sortOf(terms.symbolWidth(s)));
      functions_.push_back(context_.function(fmt::format("r{}", r).c_str(), sorts, context_.bool_sort()));
      fixedpoint_.register_relation(functions_.back());
    }
  }

  void add(const HornClause& c, bool noWraps) {
    z3::expr body = context_.bool_val(true);
    horn::ToIntegers translate = translation();
    if (c.body) body = body && atom(*c.body, translate);
    for (Term t : c.conditions) body = body && translate(t);
    const z3::expr head = c.head ? atom(*c.head, translate) : goal_();
    body = body && translate.inRange();
    addRule(z3::implies(body, head), translate.variables());
    if (noWraps) addRule(z3::implies(body && translate.wraps(), goal_()), translate.variables());
  }

  bool solve() {
    z3::expr query = goal_();
    return fixedpoint_.query(query) == z3::unsat;
  }

  std::vector<Term> solution(size_t relation) {
    horn::FromIntegers from(terms_, relations_[relation].parameters, areUnsigned_);
    return from.conjuncts(fixedpoint_.get_cover_delta(-1, functions_[relation]));
  }

private:
  horn::ToIntegers translation() { return {context_, areUnsigned_}; }

  z3::expr atom(const HornAtom& a, horn::ToIntegers& translate) {
    z3::expr_vector arguments(context_);
    for (Term t : a.arguments) arguments.push_back(translate(t));
    return functions_[a.relation](arguments);
  }

  TermManager& terms_;
  const std::vector<HornRelation>& relations_;
  bool areUnsigned_;
  z3::context context_;
  z3::fixedpoint fixedpoint_{context_};
  std::vector<z3::func_decl> functions_;
  z3::func_decl goal_ = registered("goal");
  int rules_ = 0;

  void addRule(z3::expr rule, const z3::expr_vector& variables) {
    if (!variables.empty()) rule = z3::forall(variables, rule);
    fixedpoint_.add_rule(rule, context_.int_symbol(rules_++));
  }

  z3::func_decl registered(const char* name) {
    z3::func_decl f = context_.function(name, z3::sort_vector(context_), context_.bool_sort());
    fixedpoint_.register_relation(f);
    return f;
  }
};

} // namespace

std::optional<std::vector<std::vector<Term>>> solveHorn(TermManager& terms,
                                                        const std::vector<HornRelation>& relations,
                                                        const std::vector<HornClause>& clauses, bool noWraps,
                                                        unsigned milliseconds) {
  bool areUnsigned = false;
  const auto look = [&](Term n) { areUnsigned = areUnsigned || n.op() == Op::Ult || n.op() == Op::Ule; };
  for (const HornClause& c : clauses)
    for (Term t : c.conditions) forEachNode(t, look);
  try {
    Spacer spacer(terms, relations, areUnsigned, milliseconds);
    for (const HornClause& c : clauses) spacer.add(c, noWraps);
    if (!spacer.solve()) return std::nullopt;
    std::vector<std::vector<Term>> result;
    for (size_t r = 0; r < relations.size(); ++r) result.push_back(spacer.solution(r));
    return result;
  } catch (const z3::exception&) { // it gives up in this way, too
    return std::nullopt;
  }
}

} // namespace heddle::logic
