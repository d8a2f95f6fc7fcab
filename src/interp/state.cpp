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

std::vector<ObjectEntry> State::entries() const {
  std::vector<ObjectEntry> all;
  const StateView v = view();
  for (uint32_t i = 0; i < v.objectCount(); ++i) all.push_back(v.object(i));
  return all;
}

// `data[i]` is where the bytes of entries[i] are at the moment; null: they are zero.
void State::rebuildObjects(const std::vector<ObjectEntry>& entries, const std::vector<const uint8_t*>& data) {
  StateHeader header;
  std::memcpy(&header, bytes_.data(), sizeof header);
  const std::vector<uint8_t> rest(bytes_.begin() + view().storesBegin(), bytes_.end());
  std::vector<uint8_t> tail(entries.size() * sizeof(ObjectEntry));
  for (size_t i = 0; i < entries.size(); ++i) {
    ObjectEntry e = entries[i];
    e.data = static_cast<uint32_t>(tail.size());
    std::memcpy(tail.data() + i * sizeof e, &e, sizeof e);
    if (data[i])
      tail.insert(tail.end(), data[i], data[i] + e.dataBytes());
    else
      tail.resize(tail.size() + e.dataBytes());
  }
  header.objects = static_cast<uint32_t>(entries.size());
  std::memcpy(bytes_.data(), &header, sizeof header);
  bytes_.resize(header.objectTable);
  bytes_.insert(bytes_.end(), tail.begin(), tail.end());
  bytes_.insert(bytes_.end(), rest.begin(), rest.end());
}

void State::addObject(uint32_t slot, uint32_t site, uint32_t size, bool masked) {
  std::vector<ObjectEntry> all = entries();
  std::vector<const uint8_t*> data;
  for (uint32_t i = 0; i < all.size(); ++i) data.push_back(objectData(i));
  size_t position = 0;
  while (position < all.size() && all[position].slot < slot) ++position;
  const auto offset = static_cast<std::ptrdiff_t>(position);
  all.insert(all.begin() + offset, ObjectEntry{slot, site, size, masked ? ObjectEntry::masked : 0, 0});
  data.insert(data.begin() + offset, nullptr);
  rebuildObjects(all, data);
}

void State::removeObject(uint32_t index) {
  std::vector<ObjectEntry> all = entries();
  std::vector<const uint8_t*> data;
  for (uint32_t i = 0; i < all.size(); ++i) data.push_back(objectData(i));
  all.erase(all.begin() + index);
  data.erase(data.begin() + index);
  rebuildObjects(all, data);
}

void State::markFreed(uint32_t index) {
  std::vector<ObjectEntry> all = entries();
  std::vector<const uint8_t*> data;
  for (uint32_t i = 0; i < all.size(); ++i) data.push_back(objectData(i));
  all[index].flags |= ObjectEntry::freed;
  rebuildObjects(all, data);
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
