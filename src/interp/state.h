// A State: everything an execution depends on, as one flat run of bytes that is cheap to copy, hash and
// compare. Equal bytes mean equal states: dead register slots are zero, dynamic objects are sorted by
// address.
//
//   header | static memory | its masks | thread table | register slots | object table | object data | stores
//   | watched
//
// Static memory is that of writable objects; a mask has a bit for each byte of an object that starts
// uninitialised. The data of a dynamic object are its bytes, then its mask if it has one; a freed object that
// keeps its address has none. The stores are those that have not reached memory (storebuffer.h), by thread;
// under sequential consistency there are none. What is watched belongs to marked blocks (blockwatch.h); there
// is nothing unless property `atomicity` is checked.
#pragma once

#include "interp/layout.h"

#include <cstring>
#include <span>

namespace heddle::interp {

struct StateHeader {
  uint32_t threads;
  uint32_t objects;
  uint32_t objectTable; // offset
  uint32_t watched;
};

struct ThreadEntry {
  uint32_t location;
  uint32_t slots; // offset from the thread table
};

struct ObjectEntry {
  uint32_t slot;
  uint32_t site;
  uint32_t size;
  uint32_t flags;
  uint32_t data; // offset from the end of the object table

  static constexpr uint32_t freed = 1, masked = 2;
  bool isFreed() const { return (flags & freed) != 0; }
  bool isMasked() const { return (flags & masked) != 0; }
  uint32_t dataBytes() const { return isFreed() ? 0 : size + (isMasked() ? (size + 7) / 8 : 0); }
};

// A store on its way to memory; one of 0 bytes is a barrier between those before and those after it.
struct BufferedStore {
  uint64_t address;
  uint64_t value;
  uint32_t thread;
  uint16_t bytes;
  uint16_t ordered; // 1: none that its thread made before it may reach memory later
  bool isBarrier() const { return bytes == 0; }
};
static_assert(sizeof(BufferedStore) == 24, "padding would make equal states differ");

// Bytes that the marked block of a thread has accessed, and what has become of them.
struct Watched {
  enum class What : uint16_t {
    Depth,
    Read,
    Written,
    Seen,
    Broken
  }; // Depth: `bytes` is how many blocks it is in
  uint64_t address;
  uint32_t bytes;
  uint16_t thread;
  What what;
};
static_assert(sizeof(Watched) == 16, "padding would make equal states differ");

// Reads a state that lies anywhere. Threads are numbered from 1.
class StateView {
public:
  StateView(const Layout& layout, std::span<const uint8_t> bytes) : layout_(&layout), bytes_(bytes) {}

  std::span<const uint8_t> bytes() const { return bytes_; }
  uint32_t threadCount() const { return header().threads; }
  ccfg::LocId location(uint32_t thread) const { return entry(thread).location; }
  const uint8_t* slots(uint32_t thread) const {
    return bytes_.data() + layout_->threadTable() + entry(thread).slots;
  }
  uint32_t objectCount() const { return header().objects; }
  ObjectEntry object(uint32_t index) const {
    return read<ObjectEntry>(header().objectTable + index * sizeof(ObjectEntry));
  }
  // The dynamic object that holds this address (freed ones too), or none.
  uint32_t findObject(uint64_t address) const;
  uint32_t objectTable() const { return header().objectTable; } // offset
  uint32_t objectsBegin() const {                               // their data; offset
    const StateHeader h = header();
    return h.objectTable + h.objects * static_cast<uint32_t>(sizeof(ObjectEntry));
  }
  const uint8_t* at(uint32_t offset) const { return bytes_.data() + offset; }
  const uint8_t* objectData(uint32_t index) const {
    return bytes_.data() + objectsBegin() + object(index).data;
  }
  uint32_t storesBegin() const { // offset
    const StateHeader h = header();
    if (h.objects == 0) return h.objectTable;
    const ObjectEntry last = object(h.objects - 1);
    return objectsBegin() + last.data + last.dataBytes();
  }
  uint32_t storeCount() const {
    return static_cast<uint32_t>((watchedBegin() - storesBegin()) / sizeof(BufferedStore));
  }
  BufferedStore store(uint32_t index) const {
    return read<BufferedStore>(storesBegin() + index * sizeof(BufferedStore));
  }
  uint32_t watchedCount() const { return header().watched; }
  size_t watchedBegin() const { return bytes_.size() - header().watched * sizeof(Watched); } // offset
  Watched watched(uint32_t index) const { return read<Watched>(watchedBegin() + index * sizeof(Watched)); }

private:
  template <typename T>
  T read(size_t offset) const {
    T t;
    std::memcpy(&t, bytes_.data() + offset, sizeof(T));
    return t;
  }
  StateHeader header() const { return read<StateHeader>(0); }
  ThreadEntry entry(uint32_t thread) const {
    return read<ThreadEntry>(layout_->threadTable() + (thread - 1) * sizeof(ThreadEntry));
  }

  const Layout* layout_;
  std::span<const uint8_t> bytes_;
};

class State {
public:
  explicit State(const Layout& layout); // initial memory, no threads

  void assign(std::span<const uint8_t> bytes) { bytes_.assign(bytes.begin(), bytes.end()); }
  StateView view() const { return {*layout_, bytes_}; }
  std::span<const uint8_t> bytes() const { return bytes_; }

  uint8_t* at(uint32_t offset) { return bytes_.data() + offset; }
  uint8_t* slots(uint32_t thread) { return const_cast<uint8_t*>(view().slots(thread)); }
  uint8_t* objectData(uint32_t index) { return const_cast<uint8_t*>(view().objectData(index)); }
  void setLocation(uint32_t thread, ccfg::LocId l) {
    std::memcpy(at(layout_->threadTable() + (thread - 1) * static_cast<uint32_t>(sizeof(ThreadEntry))), &l,
                sizeof l);
  }

  // Its slots are zero. Returns its number.
  uint32_t addThread(ccfg::LocId l, uint32_t slotBytes);
  // Its bytes are zero, and uninitialised if masked.
  void addObject(uint32_t slot, uint32_t site, uint32_t size, bool masked);
  void removeObject(uint32_t index);
  void markFreed(uint32_t index); // keeps the address
  void insertStore(uint32_t index, const BufferedStore& s);
  void removeStore(uint32_t index);
  void setWatched(const std::vector<Watched>& watched);

private:
  void setObject(uint32_t index, const ObjectEntry& e);
  void setObjectCount(uint32_t count);
  void moveData(uint32_t from, uint32_t by);

  const Layout* layout_;
  std::vector<uint8_t> bytes_;
};

} // namespace heddle::interp
