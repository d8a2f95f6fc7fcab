// A model in text form, and what the tests of abstract/ need of it.
#pragma once

#include "../repeatable.h"

#include "abstract/transfer.h"

#include "ccfg/analysis/memory/escape.h"
#include "ccfg/text.h"

#include <stdexcept>

namespace heddle::abstract {

struct Model {
  explicit Model(const std::string& text)
      : program(ccfg::parseText("program LP64\n" + text, "model")), facts(marked(*program)),
        memory(*program, facts.pointsTo(), facts.escape(), facts.mhb()) {}

  // Everything that may be related is related.
  void relateAll() {
    packs.ofRegister.assign(program->registerCount(), 0);
    packs.ofCell.assign(memory.cells().size(), 0);
  }

  Transfer transfer(ccfg::ThreadId t, const Value& self = Value::thread(Value::Base::Self, 0)) const {
    ccfg::PropertySet asked;
    asked.add(ccfg::Property::Assert);
    const domains::Closure closure(packs.empty() ? domains::DomainKind::Product
                                                 : domains::DomainKind::Octagons);
    return {facts, memory, packs, closure, asked, t, self};
  }

  ccfg::RegId reg(const std::string& name, ccfg::ThreadId t = 0) const {
    for (ccfg::RegId r : program->threads[t].registers)
      if (program->reg(r).name == name) return r;
    throw std::out_of_range(name);
  }
  CellId cell(const std::string& object) const {
    for (CellId c = 0; c < memory.cells().size(); ++c)
      if (program->objects[memory.cells()[c].object].name == object) return c;
    throw std::out_of_range(object);
  }
  // Memory as it is at first.
  Environment initial() const {
    Environment env;
    for (CellId c = 0; c < memory.cells().size(); ++c) env.cells.set(c, memory.initial(c));
    return env;
  }

  std::unique_ptr<ccfg::Program> program;
  ccfg::analysis::Facts facts;
  Memory memory;
  PackMap packs;

private:
  static const ccfg::Program& marked(ccfg::Program& p) {
    ccfg::markRepeatable(p);
    return p;
  }
};

inline Value range(uint64_t lo, uint64_t hi, unsigned width = 32) {
  return Value::of(Number::ofUnsigned(lo, hi, width));
}
inline Value constant(uint64_t v, unsigned width = 32) { return Value::constant(v, width); }

// What a map knows under a key; where it knows nothing any value, of width 1.
inline Value at(const ValueMap& map, uint32_t key) {
  const Value* v = map.find(key);
  return v != nullptr ? *v : Value::top(1);
}

} // namespace heddle::abstract
