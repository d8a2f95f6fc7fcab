// Lowers blocks to actions: executes the operations of a block on symbolic values.
//
// Memory is units (storage.h). An access at an address that is not a constant goes to any of the places that
// points-to names; if it is none of them, or not alive, it is invalid. What is not followed exactly gets an
// arbitrary value (floating point, objects that would have too many units), or ends the path with an
// assumption (allocations of sizes that are not constant).
#pragma once

#include "ccfg/analysis/graph/liveness.h"
#include "symbolic/guardedassignment.h"

namespace heddle::symbolic {

struct LowerContext {
  const ccfg::Program& program;
  const ccfg::analysis::PointsTo& pointsTo;
  const ccfg::analysis::Liveness& liveness;
  Storage& storage;
  Symbols& symbols;
  ccfg::PropertySet properties;
  unsigned maxThreads;
  std::vector<bool> reuses; // by edge: its Allocs may take the places of blocks that were freed
};

// A place that an access may go to.
struct Candidate {
  uint64_t address; // of the access; of the object if it may go anywhere in there
  bool anywhere = false;
  ccfg::ObjectId object;
  uint32_t slot = ccfg::none, index = 0; // dynamic: who made it, and as which
  uint64_t size, offset;
};

class Lowering {
public:
  Lowering(const LowerContext& c, const Control& control, uint32_t slot, const Block& block,
           Vacant vacant = {});
  Action run();

private:
  using Address = std::pair<Term, Term>; // symbolic; in the program's terms

  void edge(ccfg::EdgeId e);
  void operation(const ccfg::Operation& op);
  void assume(Term cond);
  void waits(Term until); // not enabled before
  void set(const ccfg::Set& o);
  void load(const ccfg::Load& o);
  void store(const ccfg::Store& o);
  void nondet(const ccfg::Nondet& o);
  void alloc(const ccfg::Alloc& o);
  std::optional<uint32_t> freedPlace(const ccfg::Alloc& o, uint64_t size);
  void free(const ccfg::Free& o);
  void fork(const ccfg::Fork& o);
  void anonymousFork(uint32_t slot, ccfg::ThreadId thread);
  void join(const ccfg::Join& o);
  void check(const ccfg::Assert& o);
  void halt(const ccfg::Halt& o);
  void finish();

  // ---- memory
  std::vector<Candidate> candidates(const Address& a, unsigned bytes);
  std::optional<Candidate> at(uint64_t address) const;
  void addPlaces(std::vector<Candidate>& to, Candidate object, const ccfg::analysis::Offsets& offsets,
                 unsigned bytes) const;
  void dropInvalid(std::vector<Candidate>& from, unsigned bytes, bool write) const;
  Term hits(const Candidate& c, Term address, unsigned bytes); // the access goes there
  Term isValid(const std::vector<Candidate>& candidates, Term address, unsigned bytes);
  void invalid(Term valid, Term address);
  Term cellOf(const Candidate& c, const Unit& u);
  Term constantOf(const Candidate& c, unsigned bytes) const;
  Term read(const Candidate& c, unsigned bytes);
  void write(const Candidate& c, unsigned bytes, Term hit, Term value);
  const Made& madeBy(uint32_t slot, uint32_t index) const;
  uint64_t baseOf(uint32_t slot, uint32_t index) const;
  uint32_t madeCount(uint32_t slot) const;

  // ---- values
  Term translated(Term t);
  Term now(Term symbol) const;
  Term reg(uint32_t slot, ccfg::RegId r) const; // the symbol, or a constant
  Term number(uint32_t slot) const;             // of the instance
  void give(Term symbol, Term value) { now_[static_cast<SymbolId>(symbol.value())] = value; }
  void giveReg(ccfg::RegId r, Term value);
  Term fresh(unsigned width);
  Term unknown(unsigned width); // a value that is not modelled
  void require(Term t);         // part of the guard
  void violation(Term wrong, ccfg::Property property);
  void cutoff(Term when, ccfg::Assumption a);
  void unfollowed(std::string what); // the path ends here
  Term forAllInputs(Term t);         // null: they have too many values
  bool over() const { return a_.ends || !a_.possible; }

  const LowerContext& c_;
  const ccfg::Program& p_;
  logic::TermManager& t_;
  const Control& control_;
  const Block& block_;
  Vacant vacant_;
  Action a_;
  std::map<SymbolId, Term> now_;
  size_t edge_ = 0, op_ = 0; // being executed
  bool first_ = true;        // it is the block's first edge
  Term blocked_;
  std::map<SymbolId, std::pair<uint64_t, uint64_t>> ranges_; // of inputs that are chosen from few values
};

} // namespace heddle::symbolic
