// Symbolic: one step of one thread instance on the state of a whole program, as terms. For the check of trees
// (treecheck.h). It executes operations as docs/decisions.md says, on bytes, and knows nothing of the engines
// that reason with terms. Neighbours: symbolicstep.h, which takes less of the state and forgets more;
// globalmemory.cpp, which has the accesses.
//
// Where objects lie is the layout's business (interp/layout.h), as in an execution; blocks that are allocated
// get addresses that are never used again. Which objects an address that is not a constant may lead to is
// taken from points-to, and trusted. A value that is not followed is arbitrary: floating point (the same
// operation on the same values gives the same), and reads at one of very many places.
#pragma once

#include "ccfg/analysis/memory/pointsto.h"
#include "interp/layout.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace heddle::check {

using logic::Term;

// What has a value of its own: a register of an instance, a byte of a global object or of what an instance
// has allocated, whether that is alive, the number of an instance that took another one's place.
struct Cell {
  enum class Kind : uint8_t { Register, Byte, BlockByte, Alive, Number };
  Kind kind = Kind::Register;
  uint32_t thread = 0; // the instance, by its place from 1; not of Byte
  uint32_t what = 0;   // the register, the object, or which of the instance's allocations
  uint64_t offset = 0; // of a byte

  auto operator<=>(const Cell&) const = default;
};

struct Block { // by an Alloc, freed or not
  ccfg::ObjectId site = ccfg::none;
  uint64_t size = 0;
  bool zeroed = false;

  auto operator<=>(const Block&) const = default;
};

struct Instance {
  ccfg::LocId at = ccfg::none;
  std::vector<Block> blocks;
  bool anonymous = false; // its number is not its place, but a value

  auto operator<=>(const Instance&) const = default;
};
using Everyone = std::vector<Instance>; // the instance in place k is at k - 1

inline constexpr uint32_t highestNumber = 4096; // of anonymous instances: the machine has no larger ones

inline bool hasAnonymous(const Everyone& all) { return std::ranges::any_of(all, &Instance::anonymous); }

// What all steps share. Its variables stand for the state before a step.
struct GlobalContext {
  GlobalContext(const ccfg::Program& p, const interp::Layout& layout,
                const ccfg::analysis::PointsTo& pointsTo, ccfg::PropertySet properties, unsigned maxThreads,
                std::vector<bool> reuses);

  Term variable(const Cell& c, unsigned width);
  std::optional<Cell> cellOf(Term variable) const;
  Term unknown(unsigned width) { return terms.var(terms.newSymbol("?", width)); }
  // The term with other leaves; floating-point operations become arbitrary values.
  Term copied(Term t, const std::function<Term(Term leaf)>& leaf);
  Term initial(const Cell& c); // before main's first step
  Cell reg(const Everyone& all, uint32_t thread, ccfg::RegId r) const;
  uint64_t baseOf(const Everyone& all, uint32_t thread, uint32_t index) const;
  unsigned widthOf(const Cell& c) const;

  const ccfg::Program& program;
  const interp::Layout& layout;
  const ccfg::analysis::PointsTo& pointsTo;
  const ccfg::PropertySet properties;
  const unsigned maxThreads;
  const std::vector<bool> reuses; // by edge: a block that was freed may give way to one that it allocates
  std::vector<std::vector<ccfg::ObjectId>> members; // that an object of points-to stands for
  logic::TermManager terms;

private:
  std::map<Cell, Term> variables_;
  std::unordered_map<Term, Cell> cells_;
  std::unordered_map<Term, Term> floats_;
};

// Something that a step may run into.
struct Hazard {
  enum class Kind : uint8_t {
    Violation,  // of `property`
    Cutoff,     // the execution is not followed further: `assumption`
    Ends,       // the machine ends the program
    Unfollowed, // this checker does not know what happens: `assumption.text` names it
  };
  Kind kind = Kind::Violation;
  std::vector<Term> condition;
  ccfg::Property property = ccfg::Property::Assert;
  ccfg::Assumption assumption;
};

struct GlobalAccess {
  ccfg::EdgeId edge = ccfg::none;
  Term address;
  Term source; // the same in the program's terms, for points-to
  uint64_t bytes = 0;
  bool write = false, atomic = false;
  bool frees = false;
  Term when; // null: always
};

struct Chosen { // by a Nondet
  Term value;
  uint64_t lo = 0, hi = 0;
};

struct Taken {                  // by what a step starts and allocates
  uint32_t place = 0;           // of an instance that has ended; 0: none
  std::vector<uint32_t> blocks; // by allocation: of a block that was freed; none: none; see ProofNode

  auto operator<=>(const Taken&) const = default;
};

class GlobalStep {
public:
  GlobalStep(GlobalContext& c, const Everyone& before, uint32_t thread, Taken taken);

  void execute(ccfg::EdgeId e); // after those that were executed before

  const std::vector<ccfg::EdgeId>& edges() const { return edges_; }
  const std::vector<Term>& path() const { return path_; } // what holds if the step is made so far
  bool isOver() const { return ends_ || impossible_; }    // there is no state after it
  bool ends() const { return ends_; }
  const std::vector<GlobalAccess>& accesses() const { return accesses_; }
  const std::vector<Hazard>& hazards() const { return hazards_; } // of the last edge
  Term waits() const { return waits_; }                           // the last edge is not enabled
  const std::vector<Chosen>& chosen() const { return chosen_; }   // by the last edge
  const std::vector<uint32_t>& forked() const { return forked_; } // the places of instances that were started
  bool starts(uint32_t thread) const { return std::ranges::find(forked_, thread) != forked_.end(); }
  bool joins() const { return joins_; }
  // It ends at an access that is valid in no state, and what it would do after that is not known.
  bool accessesNothing() const { return accessesNothing_; }
  bool allocates() const { return allocations_ > 0; }
  const Everyone& after() const { return after_; }
  // What must not be before: a block that gave way to a new one was still there.
  const std::vector<std::vector<Term>>& gaveWay() const { return gaveWay_; }

  // A term over the state after the step, in terms of the state before it.
  Term before(Term after);

private:
  struct Place { // that an access may go to
    ccfg::ObjectId object = ccfg::none;
    uint32_t thread = 0, index = 0; // of a block: who allocated it, and as which; thread 0: a global object
    uint64_t base = 0, size = 0, offset = 0;
    bool anywhere = false; // in the object: `offset` says nothing
  };
  struct Scattered { // a write to any byte of an object, if `hit`
    Place object;
    Term hit;
  };

  void operation(const ccfg::Operation& op);
  void assume(Term cond);
  void waits(Term until);
  void set(const ccfg::Set& o);
  void nondet(const ccfg::Nondet& o);
  void fork(const ccfg::Fork& o);
  void join(const ccfg::Join& o);
  void check(const ccfg::Assert& o);
  void halt(const ccfg::Halt& o);

  // ---- globalmemory.cpp
  void load(const ccfg::Load& o);
  void store(const ccfg::Store& o);
  void alloc(const ccfg::Alloc& o);
  void free(const ccfg::Free& o);
  std::optional<uint32_t> freedPlace(const Block& wanted);
  std::vector<Place> places(Term address, Term source, unsigned bytes, bool write) const;
  std::optional<Place> placeAt(uint64_t address) const;
  void addPlaces(std::vector<Place>& to, Place object, const ccfg::analysis::Offsets& offsets,
                 unsigned bytes) const;
  bool isValidPlace(const Place& p, unsigned bytes, bool write) const;
  Term hits(const Place& p, Term address, unsigned bytes);
  void access(Term valid, Term address);
  Term read(const Place& p, unsigned bytes);
  void write(const Place& p, unsigned bytes, Term hit, Term value);
  static bool isIn(const Cell& c, const Place& object);

  // ---- values
  Term translated(Term t);
  Term value(const Cell& c);
  Term unchanged(const Cell& c); // before any write of the step that is followed exactly
  Cell reg(ccfg::RegId r) const { return c_.reg(after_, thread_, r); }
  Term numberOf(uint32_t thread);
  void give(ccfg::RegId r, Term v) { now_[reg(r)] = v; }
  void require(Term t);
  void hazard(Hazard h, Term when);
  void unfollowed(std::string what); // the step ends here
  ccfg::EdgeId edge() const { return edges_.back(); }

  GlobalContext& c_;
  logic::TermManager& t_;
  uint32_t thread_;
  Taken taken_;
  size_t allocations_ = 0;
  std::vector<uint32_t> forked_;
  std::set<uint32_t> reused_;        // blocks of the thread
  size_t before_;                    // instances before the step
  std::vector<size_t> blocksBefore_; // by instance
  Everyone after_;
  std::vector<ccfg::EdgeId> edges_;
  std::vector<Term> path_;
  std::map<Cell, Term> now_;
  std::vector<Scattered> scattered_;
  std::vector<GlobalAccess> accesses_;
  std::vector<Hazard> hazards_;
  std::vector<Chosen> chosen_;
  std::vector<std::vector<Term>> gaveWay_;
  Term waits_;
  bool ends_ = false, impossible_ = false, joins_ = false, accessesNothing_ = false;
};

} // namespace heddle::check
