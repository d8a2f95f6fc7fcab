// Makes trace files by hand, byte for byte as the recorder does, so that the reader is tested without running
// programs.
#pragma once

#include "runtime/format.h"
#include "trace/trace.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace heddle::trace::testing {

class Builder {
public:
  Builder() : file_(HEDDLE_PAGE, 0) {
    HeddleFileHeader h{};
    std::memcpy(h.magic, HEDDLE_MAGIC, 8);
    h.version = HEDDLE_FORMAT_VERSION;
    h.ended = 1;
    std::strcpy(h.program, "/bin/example");
    std::memcpy(file_.data(), &h, sizeof h);
  }

  // Lines as in src/instrument/sites.h; their sites are numbered on from the last module's.
  void module(const std::string& lines, uint64_t hash = 7) {
    HeddleModuleHeader h{};
    h.hash = hash;
    h.base = nextSite_;
    h.count = static_cast<uint32_t>(std::count(lines.begin(), lines.end(), '\n'));
    h.textBytes = static_cast<uint32_t>(lines.size());
    nextSite_ += h.count;
    std::vector<uint8_t> body(sizeof h + lines.size());
    std::memcpy(body.data(), &h, sizeof h);
    std::memcpy(body.data() + sizeof h, lines.data(), lines.size());
    chunk(HEDDLE_CHUNK_MODULE, 0, 0, body);
  }

  // One chunk with these events.
  void events(uint32_t thread, const std::vector<Event>& list, HeddleChunkKind kind = HEDDLE_CHUNK_EVENTS) {
    State& s = states_[thread];
    std::vector<uint8_t> body;
    for (const Event& e : list) put(*s.predictor, e, body);
    chunk(kind, thread, s.sequence++, body);
  }

  void chunk(uint32_t kind, uint32_t thread, uint32_t sequence, const std::vector<uint8_t>& body) {
    HeddleChunkHeader c{};
    c.magic = HEDDLE_CHUNK_MAGIC;
    c.kind = kind;
    c.thread = thread;
    c.sequence = sequence;
    const size_t raw = sizeof c + body.size();
    c.size = static_cast<uint32_t>((raw + HEDDLE_PAGE - 1) / HEDDLE_PAGE * HEDDLE_PAGE);
    const size_t at = file_.size();
    file_.resize(at + c.size, 0);
    std::memcpy(file_.data() + at, &c, sizeof c);
    if (!body.empty()) std::memcpy(file_.data() + at + sizeof c, body.data(), body.size());
  }

  std::vector<uint8_t>& file() { return file_; }
  Trace parse() const { return parseTrace(file_, "x.trace"); }

private:
  struct State {
    std::unique_ptr<HeddlePredictor> predictor = std::make_unique<HeddlePredictor>();
    uint32_t sequence = 0;
  };

  static void number(std::vector<uint8_t>& out, uint64_t n) {
    const auto bits = static_cast<unsigned>(std::bit_width(n | 1));
    const unsigned bytes = bits > 56 ? 9 : (bits + 6) / 7;
    if (bytes == 9) out.push_back(0);
    const uint64_t raw = bytes == 9 ? n : (2 * n + 1) << (bytes - 1);
    for (unsigned i = 0; i < std::min(bytes, 8u); ++i) out.push_back(static_cast<uint8_t>(raw >> 8 * i));
  }
  static void delta(std::vector<uint8_t>& out, uint64_t n) {
    number(out, heddleZigzag(static_cast<int64_t>(n)));
  }

  static void put(HeddlePredictor& p, const Event& e, std::vector<uint8_t>& out) {
    if (e.kind == EventKind::After) {
      out.push_back(HEDDLE_AFTER_HEAD);
      for (const uint64_t n : {e.value, e.address, e.stage}) number(out, n);
      return;
    }
    const auto kind = static_cast<unsigned>(e.kind);
    const size_t head = out.size();
    const bool follows = p.lastSite + 1 == e.site && kind <= HEDDLE_WRITE;
    out.push_back(static_cast<uint8_t>(follows ? unsigned{HEDDLE_NEXT_HEAD} : kind));
    uint32_t* successor = heddleSuccessor(&p);
    if (!follows && *successor != e.site) {
      delta(out, static_cast<uint64_t>(e.site) - p.lastSite);
      *successor = e.site;
      out[head] |= HEDDLE_HAS_SITE;
    }
    p.lastSite = e.site;
    if (!heddleHasNumber(kind)) return;
    const uint64_t address = e.hasAddress() ? e.address : e.value;
    HeddleStride* stride = heddleStride(&p, e.site);
    const auto step = static_cast<int64_t>(address - stride->address);
    if (step != stride->step) {
      delta(out, static_cast<uint64_t>(step));
      out[head] |= HEDDLE_HAS_ADDRESS;
    }
    stride->address = address;
    stride->step = step;
    if (!e.hasAddress()) return;
    if (e.stage != stride->stage) {
      delta(out, e.stage - stride->stage);
      stride->stage = e.stage;
      out[head] |= HEDDLE_HAS_STAGE;
    }
    HeddleCell* cell = heddleCell(&p, address);
    if (e.value != cell->value) {
      delta(out, e.value - cell->value);
      out[head] |= HEDDLE_HAS_VALUE;
    }
    cell->value = e.value;
  }

  std::vector<uint8_t> file_;
  uint32_t nextSite_ = 1;
  std::map<uint32_t, State> states_;
};

// Sites 1 to 9 of the example's only module.
inline const std::string exampleSites = "function\t0\t-\t3\t0\t/src/a.c\tmain\tmain\n"
                                        "read\t4\t-\t4\t7\t\t\tx\n"
                                        "write\t4\t-\t5\t7\t\t\tx\n"
                                        "lock\t0\t-\t6\t3\t\tworker\tm\n"
                                        "unlock\t0\t-\t7\t3\t\t\tm\n"
                                        "create\t0\t-\t8\t3\t/src/b.c\tmain\tworker\n"
                                        "join\t0\t-\t9\t3\t\t\t\n"
                                        "read\t8\tn\t10\t3\t\t\td\n"
                                        "result\t0\t-\t11\t3\t\t\tgetpid\n";

inline Event event(EventKind kind, uint32_t site, uint64_t address, uint64_t stage, uint64_t value) {
  Event e;
  e.kind = kind;
  e.site = site;
  e.address = address;
  e.stage = stage;
  e.value = value;
  return e;
}
inline Event numbered(EventKind kind, uint32_t site, uint64_t value) {
  return event(kind, site, 0, 0, value);
}
inline Event start() { return numbered(EventKind::Start, 0, 5); }
inline Event end() { return numbered(EventKind::End, 0, 9); }
inline Event reads(uint64_t address, uint64_t version, uint64_t value = 0) {
  return event(EventKind::Read, 2, address, 2 * version + 1, value);
}
inline Event writes(uint64_t address, uint64_t version, uint64_t value = 0) {
  return event(EventKind::Write, 3, address, 2 * version, value);
}
// Accesses of memory that the thread owns.
inline Event ownReads(uint64_t address, uint64_t value = 0) {
  return event(EventKind::Read, 2, address, 0, value);
}
inline Event ownWrites(uint64_t address, uint64_t value = 0) {
  return event(EventKind::Write, 3, address, 0, value);
}
inline Event after(uint32_t thread, uint32_t chunk, uint64_t offset) {
  return event(EventKind::After, 0, chunk, offset, thread);
}

} // namespace heddle::trace::testing
