// States of all threads at once, in an abstract domain: where each thread stands, and one environment with
// strong updates. See abstractsearch.h.
#pragma once

#include "abstract/transfer.h"
#include "repair/abstractsearch.h"

#include <memory>

namespace heddle::repair {

struct ProductState {
  std::vector<LocId> at; // by thread; none: it has not started
  abstract::Environment env;
};

struct ProductAccess {
  abstract::Value address;
  unsigned bytes = 0;
  bool write = false, atomic = false;
};
bool mayConflict(const ProductAccess& a, const ProductAccess& b);

struct ProductStep {
  uint32_t thread = 0; // by template: each has one instance
  std::vector<EdgeId> edges;
  bool fails = false; // an assertion may be wrong at the last edge; there is no state after it
  bool retreats = false;
  std::vector<ProductAccess> accesses; // that may race
  ProductState to;
};
bool mayRace(const ProductStep& a, const ProductStep& b);

class Product {
public:
  Product(const ccfg::analysis::Facts& facts, const Abstraction& abstraction, ccfg::PropertySet properties);

  std::string unsupported() const; // or empty
  ProductState initial();
  // What the threads may do next, each step up to where another thread may notice.
  std::vector<ProductStep> steps(const ProductState& s);
  // The same edges from another state; false: they are not possible there.
  bool follow(const std::vector<EdgeId>& edges, uint32_t thread, ProductState& s, bool& fails);
  // States with the same key are joined.
  std::string key(const ProductState& s) const;

private:
  class Started;

  bool execute(EdgeId e, uint32_t thread, ProductState& s, bool& fails);
  void noteAccess(EdgeId e, ProductStep& step);
  bool mayJoin(EdgeId e, const ProductState& s) const;
  bool goesOn(LocId l) const;
  void abstractValues(ProductState& s) const;
  bool named(const std::vector<std::string>& names, const std::string& variable) const;

  const ccfg::analysis::Facts& facts_;
  const ccfg::Program& p_;
  const Abstraction& abstraction_;
  const abstract::Memory memory_;
  const abstract::PackMap packs_;
  const domains::Closure closure_;
  std::vector<abstract::Transfer> transfers_;   // by thread
  std::vector<bool> roundedCell_, trackedCell_; // by cell
  std::vector<bool> roundedReg_, trackedReg_;   // by register
};

} // namespace heddle::repair
