// The changes of a state's shape: a thread starts, an object is made or ends, a store enters or leaves a
// buffer, what is watched changes. Everything else is in place.
#include "interp/state.h"

namespace heddle::interp {

uint32_t StateView::findObject(uint64_t address) const {
  const uint64_t slot = address >> layout_->shift();
  uint32_t low = 0, high = objectCount(); // the last entry at or below the slot is at low - 1
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (object(middle).slot <= slot)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0) return ccfg::none;
  const ObjectEntry e = object(low - 1);
  return slot < uint64_t(e.slot) + layout_->slotsFor(e.size) ? low - 1 : ccfg::none;
}

State::State(const Layout& layout) : layout_(&layout) {
  const StateHeader header{0, 0, layout.threadTable(), 0};
  bytes_.resize(sizeof header);
  std::memcpy(bytes_.data(), &header, sizeof header);
  bytes_.insert(bytes_.end(), layout.initialMemory().begin(), layout.initialMemory().end());
}

uint32_t State::addThread(ccfg::LocId l, uint32_t slotBytes) {
  StateHeader header;
  std::memcpy(&header, bytes_.data(), sizeof header);
  const uint32_t table = layout_->threadTable();
  const uint32_t tableEnd = table + header.threads * static_cast<uint32_t>(sizeof(ThreadEntry));
  for (uint32_t offset = table; offset < tableEnd; offset += sizeof(ThreadEntry)) {
    ThreadEntry e;
    std::memcpy(&e, at(offset), sizeof e);
    e.slots += static_cast<uint32_t>(sizeof(ThreadEntry));
    std::memcpy(at(offset), &e, sizeof e);
  }
  const ThreadEntry entry{l, header.objectTable - table + static_cast<uint32_t>(sizeof(ThreadEntry))};
  bytes_.insert(bytes_.begin() + header.objectTable, slotBytes, 0);
  bytes_.insert(bytes_.begin() + tableEnd, sizeof entry, 0);
  std::memcpy(at(tableEnd), &entry, sizeof entry);
  ++header.threads;
  header.objectTable += slotBytes + static_cast<uint32_t>(sizeof entry);
  std::memcpy(bytes_.data(), &header, sizeof header);
  return header.threads;
}

void State::setObject(uint32_t index, const ObjectEntry& e) {
  std::memcpy(at(view().objectTable() + index * static_cast<uint32_t>(sizeof e)), &e, sizeof e);
}

void State::setObjectCount(uint32_t count) {
  StateHeader header;
  std::memcpy(&header, bytes_.data(), sizeof header);
  header.objects = count;
  std::memcpy(bytes_.data(), &header, sizeof header);
}

// Tells the objects from this one on that their data has moved (modulo 2^32).
void State::moveData(uint32_t from, uint32_t by) {
  for (uint32_t i = from; i < view().objectCount(); ++i) {
    ObjectEntry e = view().object(i);
    e.data += by;
    setObject(i, e);
  }
}

void State::addObject(uint32_t slot, uint32_t site, uint32_t size, bool masked) {
  const uint32_t count = view().objectCount();
  uint32_t low = 0, high = count; // the first object above the slot
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (view().object(middle).slot < slot)
      low = middle + 1;
    else
      high = middle;
  }
  const uint32_t table = view().objectTable(), begin = view().objectsBegin();
  const uint32_t data = low < count ? view().object(low).data : view().storesBegin() - begin;
  const ObjectEntry entry{slot, site, size, masked ? ObjectEntry::masked : 0, data};
  bytes_.insert(bytes_.begin() + begin + data, entry.dataBytes(), 0);
  const auto* bytes = reinterpret_cast<const uint8_t*>(&entry);
  bytes_.insert(bytes_.begin() + table + static_cast<std::ptrdiff_t>(low * sizeof entry), bytes,
                bytes + sizeof entry);
  setObjectCount(count + 1);
  moveData(low + 1, entry.dataBytes());
}

void State::removeObject(uint32_t index) {
  markFreed(index);
  const uint32_t count = view().objectCount();
  const auto entry =
      bytes_.begin() + view().objectTable() + static_cast<std::ptrdiff_t>(index * sizeof(ObjectEntry));
  bytes_.erase(entry, entry + sizeof(ObjectEntry));
  setObjectCount(count - 1);
}

void State::markFreed(uint32_t index) {
  ObjectEntry entry = view().object(index);
  const auto data = bytes_.begin() + view().objectsBegin() + entry.data;
  bytes_.erase(data, data + entry.dataBytes());
  moveData(index + 1, 0u - entry.dataBytes());
  entry.flags |= ObjectEntry::freed;
  setObject(index, entry);
}

void State::insertStore(uint32_t index, const BufferedStore& s) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(&s);
  const size_t offset = view().storesBegin() + index * sizeof s;
  bytes_.insert(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), bytes, bytes + sizeof s);
}

void State::removeStore(uint32_t index) {
  const auto at =
      bytes_.begin() + static_cast<std::ptrdiff_t>(view().storesBegin() + index * sizeof(BufferedStore));
  bytes_.erase(at, at + sizeof(BufferedStore));
}

void State::setWatched(const std::vector<Watched>& watched) {
  StateHeader header;
  std::memcpy(&header, bytes_.data(), sizeof header);
  bytes_.resize(view().watchedBegin());
  header.watched = static_cast<uint32_t>(watched.size());
  std::memcpy(bytes_.data(), &header, sizeof header);
  const auto* bytes = reinterpret_cast<const uint8_t*>(watched.data());
  bytes_.insert(bytes_.end(), bytes, bytes + watched.size() * sizeof(Watched));
}

} // namespace heddle::interp
