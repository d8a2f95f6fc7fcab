// Octagons in a build without PPL: nothing is known but the number of dimensions; see octagon.h.
#include "domains/octagon.h"

namespace heddle::domains {

struct Octagon::Shape {
  unsigned dimensions;
};

bool hasOctagons() { return false; }

Octagon::Octagon(unsigned dimensions) : shape_(std::make_shared<Shape>(Shape{dimensions})) {}
unsigned Octagon::dimensions() const { return shape_->dimensions; }
bool Octagon::isBottom() const { return false; }
void Octagon::assign(unsigned, const Linear&) {}
void Octagon::forget(unsigned) {}
void Octagon::assumeAtMost(const Linear&) {}
std::optional<int64_t> Octagon::greatest(const Linear&) const { return std::nullopt; }
void Octagon::insertDimension(unsigned) { *this = Octagon(dimensions() + 1); }
void Octagon::removeDimension(unsigned) { *this = Octagon(dimensions() - 1); }
bool Octagon::operator==(const Octagon& o) const { return dimensions() == o.dimensions(); }
Octagon join(const Octagon& a, const Octagon&) { return a; }
Octagon meet(const Octagon& a, const Octagon&) { return a; }
Octagon widen(const Octagon& a, const Octagon&) { return a; }
bool leq(const Octagon&, const Octagon&) { return true; }

} // namespace heddle::domains
