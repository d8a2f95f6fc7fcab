// Datalog: Horn clauses over relations of small numbers, decided by Z3's fixedpoint engine.
//
// Rules are text, one clause after the other: `later(X, Z) :- before(X, Y), later(Y, Z).` Names that begin
// with a capital letter are variables, the others relations; a relation is known by its use. This Z3 can't
// take facts back, so a push only remembers how many there were, and every question starts from the facts
// anew.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::logic {

struct DatalogAtom {
  std::string relation;
  std::vector<std::string> variables;
};

struct DatalogRule {
  DatalogAtom head;
  std::vector<DatalogAtom> body;
};

// Throws InternalError at what is no rule.
std::vector<DatalogRule> parseDatalog(std::string_view text);

class Datalog {
public:
  // Values are below `domain`.
  Datalog(std::string_view rules, uint32_t domain) : rules_(parseDatalog(rules)), domain_(domain) {}

  void add(std::string_view relation, std::vector<uint32_t> values);
  void push() { frames_.push_back(facts_.size()); }
  void pop();

  // Does the relation hold anywhere?
  bool holds(std::string_view relation) const;

private:
  struct Fact {
    std::string relation;
    std::vector<uint32_t> values;
  };

  std::map<std::string, unsigned> arities() const;

  std::vector<DatalogRule> rules_;
  uint32_t domain_;
  std::vector<Fact> facts_;
  std::vector<size_t> frames_;
};

} // namespace heddle::logic
