// Octagons by PPL; see octagon.h. Coefficients are 64-bit integers: PPL rounds what does not fit to infinity,
// and no floating point is involved.
#include "domains/octagon.h"

#include "support/error.h"

// PPL would set the processor's rounding mode for everyone.
#define PPL_NO_AUTOMATIC_INITIALIZATION
#include <ppl.hh>

namespace heddle::domains {

namespace ppl = Parma_Polyhedra_Library;

struct Octagon::Shape : ppl::Octagonal_Shape<int64_t> {
  using ppl::Octagonal_Shape<int64_t>::Octagonal_Shape;
};

namespace {

constexpr int64_t farthest = INT64_MAX / 8; // bounds beyond are not told: PPL doubles them, and adds them up

void initialise() {
  static const bool done = [] {
    ppl::initialize();
    ppl::restore_pre_PPL_rounding();
    return true;
  }();
  (void)done;
}

bool isFar(int64_t v) { return v > farthest || v < -farthest; }

ppl::Linear_Expression expressionOf(const Linear& e) {
  ppl::Linear_Expression sum(ppl::Coefficient(e.constant));
  for (const auto& [dimension, coefficient] : e.terms)
    sum += ppl::Coefficient(coefficient) * ppl::Variable(dimension);
  return sum;
}

bool tellsSomething(const Linear& e) {
  for (const auto& [dimension, coefficient] : e.terms)
    if (isFar(coefficient)) return false;
  return !isFar(e.constant);
}

} // namespace

bool hasOctagons() { return true; }

Octagon::Octagon(unsigned dimensions) {
  initialise();
  shape_ = std::make_shared<const Shape>(dimensions, ppl::UNIVERSE);
}

Octagon::Shape& Octagon::own() {
  auto copy = std::make_shared<Shape>(*shape_);
  Shape& changed = *copy;
  shape_ = std::move(copy);
  return changed;
}

unsigned Octagon::dimensions() const { return static_cast<unsigned>(shape_->space_dimension()); }
bool Octagon::isBottom() const { return shape_->is_empty(); }

void Octagon::assign(unsigned dimension, const Linear& e) {
  if (tellsSomething(e))
    own().affine_image(ppl::Variable(dimension), expressionOf(e));
  else
    forget(dimension);
}

void Octagon::forget(unsigned dimension) { own().unconstrain(ppl::Variable(dimension)); }

void Octagon::assumeAtMost(const Linear& e) {
  if (tellsSomething(e)) own().refine_with_constraint(expressionOf(e) <= 0);
}

std::optional<int64_t> Octagon::greatest(const Linear& e) const {
  HEDDLE_CHECK(e.isOctagonal(), "a bound of what is no octagonal expression");
  ppl::Coefficient number, divisor;
  bool reached = false;
  if (isBottom() || !shape_->maximize(expressionOf(e), number, divisor, reached)) return std::nullopt;
  ppl::Coefficient floor;
  mpz_fdiv_q(floor.get_mpz_t(), number.get_mpz_t(), divisor.get_mpz_t());
  if (!floor.fits_slong_p()) return std::nullopt;
  return floor.get_si();
}

void Octagon::insertDimension(unsigned at) {
  Shape& s = own();
  const auto count = static_cast<unsigned>(s.space_dimension());
  s.add_space_dimensions_and_embed(1);
  if (at == count) return;
  ppl::Partial_Function order;
  for (unsigned d = 0; d < count; ++d) order.insert(d, d < at ? d : d + 1);
  order.insert(count, at);
  s.map_space_dimensions(order);
}

void Octagon::removeDimension(unsigned at) {
  own().remove_space_dimensions(ppl::Variables_Set(ppl::Variable(at)));
}

bool Octagon::operator==(const Octagon& o) const {
  return shape_ == o.shape_ || (dimensions() == o.dimensions() && *shape_ == *o.shape_);
}

Octagon join(const Octagon& a, const Octagon& b) {
  if (a.shape_ == b.shape_) return a;
  Octagon result = a;
  result.own().upper_bound_assign(*b.shape_);
  return result;
}

Octagon meet(const Octagon& a, const Octagon& b) {
  if (a.shape_ == b.shape_) return a;
  Octagon result = a;
  result.own().intersection_assign(*b.shape_);
  return result;
}

Octagon widen(const Octagon& a, const Octagon& b) {
  Octagon result = join(a, b);
  result.own().BHMZ05_widening_assign(*a.shape_);
  return result;
}

bool leq(const Octagon& a, const Octagon& b) { return a.shape_ == b.shape_ || b.shape_->contains(*a.shape_); }

} // namespace heddle::domains
