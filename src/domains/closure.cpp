// The named domains; see closure.h.
#include "domains/closure.h"

#include "logic/eval.h"
#include "support/error.h"

#include <array>

namespace heddle::domains {

namespace {

constexpr std::array<std::pair<DomainKind, std::string_view>, 7> names = {
    {{DomainKind::Constants, "constants"},
     {DomainKind::Sign, "sign"},
     {DomainKind::Parity, "parity"},
     {DomainKind::Congruences, "congruences"},
     {DomainKind::Intervals, "intervals"},
     {DomainKind::Product, "product"},
     {DomainKind::Octagons, "octagons"}}};

Number signOf(const Number& n) {
  const Number whole = Number::top(n.width());
  const int64_t lo = n.signedMin() < 0 ? whole.signedMin() : n.signedMin() > 0 ? 1 : 0;
  const int64_t hi = n.signedMax() > 0 ? whole.signedMax() : n.signedMax() < 0 ? -1 : 0;
  return Number::ofSigned(lo, hi, n.width());
}

} // namespace

std::string_view domainName(DomainKind k) {
  for (const auto& [kind, name] : names)
    if (kind == k) return name;
  throw InternalError("a domain without a name");
}

std::optional<DomainKind> domainFromName(std::string_view name) {
  for (const auto& [kind, known] : names)
    if (known == name) return kind;
  return std::nullopt;
}

Number Closure::round(const Number& n) const {
  if (n.isBottom()) return n;
  switch (kind_) {
  case DomainKind::Constants:
    return n.isConstant() ? n : Number::top(n.width());
  case DomainKind::Sign:
    return signOf(n);
  case DomainKind::Parity: {
    const uint64_t known = n.isConstant() ? 2 : n.stride_ % 2 == 0 ? 2 : 1;
    return Number::ofClass(known, n.unsignedMin(), n.width());
  }
  case DomainKind::Congruences:
    return n.isConstant() ? n : Number::ofClass(n.stride_, n.residue_, n.width());
  case DomainKind::Intervals: {
    Number r = n;
    r.stride_ = 1;
    r.residue_ = 0;
    r.reduce();
    return r;
  }
  case DomainKind::Product:
  case DomainKind::Octagons:
    return n;
  }
  throw InternalError("a domain without a closure");
}

} // namespace heddle::domains
