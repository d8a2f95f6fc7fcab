// From what an engine found to what may be claimed.
#include "engine/result.h"

namespace heddle::engine {

ccfg::PropertySet unproved(const Result& r) {
  ccfg::PropertySet open = r.asked;
  for (const ccfg::Property p : ccfg::allProperties)
    if (r.proved.has(p)) open.remove(p);
  return open;
}

std::vector<PropertyVerdict> byProperty(const Result& r, const std::vector<const Result*>& more) {
  ccfg::PropertySet violated, proved = r.proved;
  std::string why = r.verdict == Verdict::False ? "the search ended at the violation" : r.why;
  const auto look = [&](const Result& result) {
    if (result.verdict == Verdict::False) violated.add(result.counterexample()->violation.property);
    if (result.verdict == Verdict::Unknown) why = result.why;
    for (const ccfg::Property p : ccfg::allProperties)
      if (result.proved.has(p)) proved.add(p);
  };
  look(r);
  for (const Result* next : more) look(*next);
  std::vector<PropertyVerdict> all;
  for (const ccfg::Property p : ccfg::allProperties) {
    if (!r.asked.has(p)) continue;
    if (violated.has(p))
      all.push_back({p, Verdict::False, ""});
    else if (r.verdict == Verdict::True || proved.has(p))
      all.push_back({p, Verdict::True, ""});
    else
      all.push_back({p, Verdict::Unknown, why});
  }
  return all;
}

void applyAssumptions(Result& r, bool acceptAssumptions) {
  for (const ccfg::Assumption& a : r.assumptions) {
    const bool breaksProofs = a.missesBehaviours && !acceptAssumptions;
    const bool breaksViolation = a.addsBehaviours && r.verdict == Verdict::False;
    if (breaksProofs) r.proved = {};
    if (!(breaksProofs && r.verdict == Verdict::True) && !breaksViolation) continue;
    r.verdict = Verdict::Unknown;
    r.why = breaksViolation ? "a violation is possible, but depends on an approximation: " + a.text : a.text;
  }
}

} // namespace heddle::engine
