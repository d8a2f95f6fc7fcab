// From what an engine found to what may be claimed.
#include "engine/result.h"

namespace heddle::engine {

ccfg::PropertySet unproved(const Result& r) {
  ccfg::PropertySet open = r.asked;
  for (const ccfg::Property p : ccfg::allProperties)
    if (r.proved.has(p)) open.remove(p);
  return open;
}

void applyAssumptions(Result& r, bool acceptAssumptions) {
  for (const ccfg::Assumption& a : r.assumptions) {
    const bool breaksProofs = a.missesBehaviours && !acceptAssumptions;
    const bool breaksViolation = a.addsBehaviours && r.verdict == Verdict::False;
    if (breaksProofs) r.proved = {};
    if (!(breaksProofs && r.verdict == Verdict::True) && !breaksViolation) continue;
    r.verdict = Verdict::Unknown;
    r.why = a.text;
  }
}

} // namespace heddle::engine
