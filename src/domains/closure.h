// Closure: the named domains, each as an upper closure operator on Number: what an analysis in that domain
// may keep of a value. Transfer functions are Number's; rounding their results by a closure gives those of
// the domain.
//
// Laws: γ(n) ⊆ γ(round(n)) (extensive), round(round(n)) = round(n) (idempotent), n ≤ m implies round(n) ≤
// round(m) (monotone).
#pragma once

#include "domains/number.h"

#include <optional>
#include <string_view>

namespace heddle::domains {

enum class DomainKind : uint8_t {
  Constants,   // one value, or any
  Sign,        // which of negative, zero, positive
  Parity,      // even or odd
  Congruences, // a residue class
  Intervals,
  Product,  // intervals and congruences, reduced
  Octagons, // the same, and relations between variables (relation.h)
};

std::string_view domainName(DomainKind k); // "constants", ...
std::optional<DomainKind> domainFromName(std::string_view name);

class Closure {
public:
  explicit Closure(DomainKind kind = DomainKind::Product) : kind_(kind) {}
  DomainKind kind() const { return kind_; }
  Number round(const Number& n) const;

private:
  DomainKind kind_;
};

} // namespace heddle::domains
