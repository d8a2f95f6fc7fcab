// Reading a trace: chunks first, then each thread's events with the predictor that the recorder used.
// Everything is checked, since the file may be anything.
#include "support/error.h"
#include "support/ticker.h"
#include "trace/trace.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heddle::trace {

namespace {

using Bytes = std::span<const uint8_t>;

// Which events a site may make.
bool fits(EventKind event, SiteKind site) {
  switch (event) {
  case EventKind::Read:
    return site == SiteKind::Read;
  case EventKind::Write:
    return site == SiteKind::Write;
  case EventKind::Update:
    return site == SiteKind::Update;
  case EventKind::RangeRead:
    return site == SiteKind::RangeRead;
  case EventKind::RangeWrite:
    return site == SiteKind::RangeWrite;
  case EventKind::Sync:
    return site >= SiteKind::Lock;
  case EventKind::Enter:
  case EventKind::Exit:
    return site == SiteKind::Function;
  case EventKind::Result:
    return site == SiteKind::Result;
  case EventKind::Create:
    return site == SiteKind::Create;
  case EventKind::Join:
    return site == SiteKind::Join;
  case EventKind::Mark:
    return site == SiteKind::AtomicBegin || site == SiteKind::AtomicEnd;
  case EventKind::Start:
  case EventKind::End:
  case EventKind::Lost:
  case EventKind::After:
    return false;
  }
  return false;
}

// Which event of a thread ends where: an After event names a place in a chunk.
struct Places {
  std::vector<size_t> first;  // by chunk: its first event
  std::vector<uint32_t> ends; // by event: in its chunk, counted from the chunk's header

  // Events up to there. Beyond what was recorded, all are.
  size_t before(uint64_t chunk, uint64_t offset) const {
    if (chunk >= first.size()) return ends.size();
    const auto at = [&](size_t event) { return ends.begin() + static_cast<ptrdiff_t>(event); };
    const auto last = chunk + 1 == first.size() ? ends.end() : at(first[chunk + 1]);
    return static_cast<size_t>(std::upper_bound(at(first[chunk]), last, offset) - ends.begin());
  }
};

// One event after the other from a chunk. The state of the predictor lives as long as the thread.
class EventDecoder {
public:
  EventDecoder(const Trace& trace, uint32_t thread, const std::string& name, const Budget& budget)
      : trace_(trace), thread_(thread), name_(name), ticker_(budget),
        predictor_(std::make_unique<HeddlePredictor>()) {}

  // Returns the number of bytes that hold events.
  size_t decode(Bytes chunk, std::vector<Event>& out, Places& places) {
    at_ = chunk.data();
    end_ = at_ + chunk.size();
    places.first.push_back(out.size());
    while (at_ != end_ && *at_ != 0) {
      ticker_.tick();
      const size_t before = out.size();
      if (*at_ == HEDDLE_AFTER_HEAD)
        out.push_back(after());
      else if ((*at_ & (HEDDLE_KIND | HEDDLE_HAS_SITE)) == 0)
        group(out);
      else
        out.push_back(next());
      const auto end = static_cast<uint32_t>(at_ - chunk.data() + sizeof(HeddleChunkHeader));
      places.ends.insert(places.ends.end(), out.size() - before, end);
      count_ = out.size();
    }
    const size_t used = static_cast<size_t>(at_ - chunk.data());
    // The fields of an event that was being written when the program was killed.
    at_ += std::min<size_t>(HEDDLE_MAX_EVENT, static_cast<size_t>(end_ - at_));
    for (; at_ != end_; ++at_)
      if (*at_ != 0) damaged("bytes after the end of its events");
    return used;
  }

private:
  [[noreturn]] void damaged(const char* what) const {
    throw InputError(
        fmt::format("{}: is damaged: thread {}, event {}: {}", name_, thread_, count_ + 1, what));
  }

  uint64_t number() {
    if (at_ == end_) damaged("it ends in the middle");
    const auto bytes = static_cast<size_t>(*at_ == 0 ? 9 : std::countr_zero(*at_) + 1);
    if (bytes > static_cast<size_t>(end_ - at_)) damaged("it ends in the middle");
    uint64_t n = 0;
    std::memcpy(&n, at_ + bytes / 9, std::min<size_t>(bytes, 8));
    at_ += bytes;
    return bytes == 9 ? n : n >> bytes;
  }
  uint64_t delta() { return static_cast<uint64_t>(heddleUnzigzag(number())); }

  // The place is resolved when all threads are read.
  Event after() {
    ++at_;
    Event e;
    e.kind = EventKind::After;
    e.value = number();
    e.address = number();
    e.stage = number();
    return e;
  }

  void group(std::vector<Event>& out) {
    const unsigned following = *at_++ >> HEDDLE_GROUP_SHIFT;
    for (unsigned i = 0; i <= following; ++i, count_ = out.size())
      out.push_back(accessAt(i == 0 ? *heddleSuccessor(predictor_.get()) : predictor_->lastSite + 1, 0));
  }

  // An event that does not tell its kind.
  Event accessAt(uint32_t site, uint8_t head) {
    Event e;
    e.site = site;
    if (site >= trace_.sites.size()) damaged("its site does not exist");
    e.kind = trace_.site(e).kind == SiteKind::Write ? EventKind::Write : EventKind::Read;
    return completed(e, head);
  }

  Event next() {
    const uint8_t head = *at_++;
    HeddlePredictor& p = *predictor_;
    if ((head & HEDDLE_KIND) == 0) return accessAt(p.lastSite + 1, head);
    Event e;
    e.kind = static_cast<EventKind>(head & HEDDLE_KIND);
    uint32_t* successor = heddleSuccessor(&p);
    if (head & HEDDLE_HAS_SITE) *successor = static_cast<uint32_t>(p.lastSite + delta());
    e.site = *successor;
    return completed(e, head);
  }

  Event completed(Event e, uint8_t head) {
    predictor_->lastSite = e.site;
    const bool siteless = e.kind == EventKind::Start || e.kind == EventKind::End || e.kind == EventKind::Lost;
    if (siteless ? e.site != 0
                 : (e.site == 0 || e.site >= trace_.sites.size() || !fits(e.kind, trace_.site(e).kind)))
      damaged("its site does not exist or makes no such events");
    if (heddleHasNumber(static_cast<unsigned>(e.kind))) fields(e, head);
    return e;
  }

  void fields(Event& e, uint8_t head) {
    HeddleStride* stride = heddleStride(predictor_.get(), e.site);
    if (head & HEDDLE_HAS_ADDRESS) stride->step = static_cast<int64_t>(delta());
    stride->address += static_cast<uint64_t>(stride->step);
    if (!e.hasAddress()) {
      e.value = stride->address;
      return;
    }
    e.address = stride->address;
    if (head & HEDDLE_HAS_STAGE) stride->stage += delta();
    e.stage = stride->stage;
    HeddleCell* cell = heddleCell(predictor_.get(), e.address);
    if (head & HEDDLE_HAS_VALUE) cell->value += delta();
    if (trace_.site(e).hasValue) e.value = cell->value;
  }

  const Trace& trace_;
  uint32_t thread_;
  const std::string& name_;
  Ticker ticker_;
  std::unique_ptr<HeddlePredictor> predictor_;
  const uint8_t* at_ = nullptr;
  const uint8_t* end_ = nullptr;
  uint64_t count_ = 0;
};

class Parser {
public:
  Parser(Bytes file, const std::string& name, const Budget& budget)
      : file_(file), name_(name), budget_(budget) {}

  Trace run() {
    header();
    trace_.sites.emplace_back();
    for (size_t at = HEDDLE_PAGE; at < file_.size();) at = chunk(at);
    for (const auto& [number, tail] : tails_) {
      std::vector<Bytes>& chunks = chunks_[number];
      if (tail.first > chunks.size()) damaged(file_.size(), "the order of chunks");
      if (tail.first == chunks.size()) chunks.push_back(tail.second);
    }
    for (auto& [number, chunks] : chunks_) thread(number, chunks);
    resolvePlaces();
    return std::move(trace_);
  }

private:
  template <typename T>
  T read(size_t at) const {
    T out;
    std::memcpy(&out, file_.data() + at, sizeof out);
    return out;
  }

  void header() {
    if (file_.size() < 8 || std::memcmp(file_.data(), HEDDLE_MAGIC, 8) != 0)
      throw InputError(fmt::format("{}: not a trace that `heddle record` wrote", name_));
    if (file_.size() < HEDDLE_PAGE) throw InputError(fmt::format("{}: is truncated", name_));
    const auto h = read<HeddleFileHeader>(0);
    if (h.version != HEDDLE_FORMAT_VERSION)
      throw InputError(fmt::format("{}: has version {} of the trace format, this program reads version {}",
                                   name_, h.version, static_cast<int>(HEDDLE_FORMAT_VERSION)));
    if (h.stop > HEDDLE_IO_ERROR || h.ended > 1 || h.hasStatus > 1) damaged(0, "its header");
    trace_.stop = static_cast<HeddleStop>(h.stop);
    trace_.ended = h.ended != 0;
    trace_.hasStatus = h.hasStatus != 0;
    trace_.waitStatus = static_cast<int>(h.waitStatus);
    trace_.program.assign(h.program, strnlen(h.program, sizeof h.program));
    if (h.commandBytes > sizeof h.command) damaged(0, "its header");
    std::string word;
    bool first = true;
    for (const char c : std::string_view(h.command, h.commandBytes)) {
      if (c != 0) {
        word += c;
        continue;
      }
      if (!first) trace_.arguments.push_back(word);
      first = false;
      word.clear();
    }
    trace_.argumentsCut = !word.empty() || h.commandBytes == sizeof h.command;
  }

  [[noreturn]] void damaged(size_t at, const char* what) const {
    throw InputError(fmt::format("{}: is damaged: {} at byte {}", name_, what, at));
  }

  // Returns where the next one begins.
  size_t chunk(size_t at) {
    if (file_.size() - at < HEDDLE_PAGE) throw InputError(fmt::format("{}: is truncated", name_));
    const auto c = read<HeddleChunkHeader>(at);
    // Space that the program had reserved when it was killed.
    if (c.magic == 0 && c.kind == 0 && c.size == 0) return rest(at);
    if (c.magic != HEDDLE_CHUNK_MAGIC) damaged(at, "no chunk");
    if (c.size == 0 || c.size % HEDDLE_PAGE != 0) damaged(at, "the size of the chunk");
    if (c.kind == HEDDLE_CHUNK_PENDING) return std::min<size_t>(file_.size(), at + c.size);
    if (c.size > file_.size() - at) throw InputError(fmt::format("{}: is truncated", name_));
    const Bytes body = file_.subspan(at + sizeof c, c.size - sizeof c);
    if (c.kind == HEDDLE_CHUNK_MODULE) {
      module(body, at);
    } else if (c.kind == HEDDLE_CHUNK_EVENTS) {
      std::vector<Bytes>& chunks = chunks_[c.thread];
      if (c.thread == 0 || c.sequence != chunks.size()) damaged(at, "the order of chunks");
      chunks.push_back(body);
    } else if (c.kind == HEDDLE_CHUNK_TAIL) {
      if (c.thread == 0 || !tails_.try_emplace(c.thread, c.sequence, body).second)
        damaged(at, "the order of chunks");
    } else {
      damaged(at, "the kind of the chunk");
    }
    return at + c.size;
  }

  size_t rest(size_t at) const {
    for (size_t i = at; i < file_.size(); ++i)
      if (file_[i] != 0) damaged(i, "bytes after the last chunk");
    return file_.size();
  }

  void module(Bytes body, size_t at) {
    HeddleModuleHeader h;
    std::memcpy(&h, body.data(), sizeof h);
    const bool unwritten = h.textBytes == 0 && h.base == 0; // killed meanwhile: nothing refers to it
    if (unwritten) return;
    if (h.textBytes > body.size() - sizeof h || h.base != trace_.sites.size() || h.count > h.textBytes)
      damaged(at, "a table of sites");
    const auto* text = reinterpret_cast<const char*>(body.data() + sizeof h);
    trace_.modules.push_back({h.hash, h.base, h.count});
    parseSites({text, h.textBytes}, trace_.modules.back(), static_cast<uint32_t>(trace_.modules.size() - 1),
               name_, trace_.sites);
  }

  void thread(uint32_t number, const std::vector<Bytes>& chunks) {
    Thread t;
    t.number = number;
    EventDecoder decoder(trace_, number, name_, budget_);
    Places& places = places_[number];
    for (const Bytes& body : chunks) trace_.eventBytes += decoder.decode(body, t.events, places);
    for (const Event& e : t.events)
      if (e.kind == EventKind::Lost) trace_.lost += e.value;
    trace_.threads.push_back(std::move(t));
  }

  void resolvePlaces() {
    for (Thread& t : trace_.threads)
      for (Event& e : t.events) {
        if (e.kind != EventKind::After) continue;
        const auto other = places_.find(static_cast<uint32_t>(e.value));
        e.address = other == places_.end() ? 0 : other->second.before(e.address, e.stage);
        e.stage = 0;
      }
  }

  Bytes file_;
  const std::string& name_;
  const Budget& budget_;
  Trace trace_;
  std::map<uint32_t, Places> places_;                    // by number of a thread
  std::map<uint32_t, std::vector<Bytes>> chunks_;        // by number of a thread
  std::map<uint32_t, std::pair<uint32_t, Bytes>> tails_; // the same: sequence and events
};

class MappedFile {
public:
  explicit MappedFile(const std::string& path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat s = {};
    if (file < 0 || fstat(file, &s) != 0) {
      const std::string why = std::strerror(errno);
      if (file >= 0) close(file);
      throw InputError(fmt::format("{}: {}", path, why));
    }
    if (S_ISREG(s.st_mode) && s.st_size > 0) {
      size_ = static_cast<size_t>(s.st_size);
      data_ = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
    }
    close(file);
    if (data_ == MAP_FAILED)
      throw InputError(fmt::format("{}: not a trace that `heddle record` wrote", path));
  }
  ~MappedFile() { munmap(data_, size_); }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  Bytes bytes() const { return {static_cast<const uint8_t*>(data_), size_}; }

private:
  void* data_ = MAP_FAILED;
  size_t size_ = 0;
};

} // namespace

uint64_t Trace::eventCount() const {
  uint64_t n = 0;
  for (const Thread& t : threads) n += t.events.size();
  return n;
}

Trace parseTrace(std::span<const uint8_t> file, const std::string& name, const Budget& budget) {
  return Parser(file, name, budget).run();
}

Trace readTrace(const std::string& path, const Budget& budget) {
  const MappedFile file(path);
  return parseTrace(file.bytes(), path, budget);
}

} // namespace heddle::trace
