// Invariants as JSON, in numbers of the model: for a program that reads them again. What a person reads is in
// report/invariants.h.
#include "engine/json_parts.h"

namespace heddle::engine {

using nlohmann::json;

namespace {

json toJson(const Place& p) {
  if (p.reg != ccfg::none) return {{"register", p.reg}};
  return {{"object", p.object}, {"offset", p.offset}, {"bytes", p.bytes}};
}

Place placeFromJson(const json& j, const ccfg::Program& p) {
  Place place;
  if (j.contains("register")) {
    place.reg = parts::index(j.at("register"), "register", p.registerCount());
    return place;
  }
  place.object = parts::index(parts::member(j, "object"), "object", p.objects.size());
  place.offset = parts::number(j, "offset", UINT64_MAX);
  place.bytes = static_cast<unsigned>(parts::number(j, "bytes", 8));
  return place;
}

int64_t signedNumber(const json& j, const char* name) {
  if (!parts::member(j, name).is_number_integer()) parts::fail(fmt::format("\"{}\" is not a number", name));
  return j.at(name).get<int64_t>();
}

json toJson(const Bound& b) {
  const Range& r = b.range;
  return {{"place", toJson(b.place)},     {"bits", r.width},          {"unsignedMin", r.unsignedMin},
          {"unsignedMax", r.unsignedMax}, {"signedMin", r.signedMin}, {"signedMax", r.signedMax},
          {"stride", r.stride},           {"residue", r.residue}};
}

Bound boundFromJson(const json& j, const ccfg::Program& p) {
  Bound b;
  b.place = placeFromJson(parts::member(j, "place"), p);
  b.range.width = static_cast<unsigned>(parts::number(j, "bits", 64));
  b.range.unsignedMin = parts::number(j, "unsignedMin", UINT64_MAX);
  b.range.unsignedMax = parts::number(j, "unsignedMax", UINT64_MAX);
  b.range.signedMin = signedNumber(j, "signedMin");
  b.range.signedMax = signedNumber(j, "signedMax");
  b.range.stride = parts::number(j, "stride", UINT64_MAX);
  b.range.residue = parts::number(j, "residue", UINT64_MAX);
  return b;
}

json toJson(const Relation& r) {
  return {{"kind", r.kind == Relation::Kind::Equal ? "equal" : "atMost"},
          {"first", toJson(r.first)},
          {"second", toJson(r.second)},
          {"firstBits", r.firstWidth},
          {"secondBits", r.secondWidth},
          {"firstSign", r.firstSign},
          {"secondSign", r.secondSign},
          {"bound", r.bound}};
}

Relation relationFromJson(const json& j, const ccfg::Program& p) {
  Relation r;
  r.kind = parts::text(j, "kind") == "equal" ? Relation::Kind::Equal : Relation::Kind::AtMost;
  r.first = placeFromJson(parts::member(j, "first"), p);
  r.second = placeFromJson(parts::member(j, "second"), p);
  r.firstWidth = static_cast<unsigned>(parts::number(j, "firstBits", 64));
  r.secondWidth = static_cast<unsigned>(parts::number(j, "secondBits", 64));
  r.firstSign = signedNumber(j, "firstSign") < 0 ? -1 : 1;
  r.secondSign = signedNumber(j, "secondSign") < 0 ? -1 : 1;
  r.bound = signedNumber(j, "bound");
  return r;
}

} // namespace

json invariantsToJson(const Invariants& invariants) {
  json all = json::array();
  for (const Invariant& i : invariants) {
    json bounds = json::array(), relations = json::array();
    for (const Bound& b : i.bounds) bounds.push_back(toJson(b));
    for (const Relation& r : i.relations) relations.push_back(toJson(r));
    all.push_back({{"location", i.location},
                   {"reachable", i.reachable},
                   {"bounds", std::move(bounds)},
                   {"relations", std::move(relations)}});
  }
  return all;
}

Invariants invariantsFromJson(const json& j, const ccfg::Program& p) {
  if (!j.is_array()) parts::fail("\"invariants\" is not a list");
  Invariants all;
  for (const json& one : j) {
    Invariant i;
    i.location = parts::index(parts::member(one, "location"), "location", p.locations.size());
    i.reachable = parts::member(one, "reachable") == true;
    for (const json& b : parts::list(one, "bounds")) i.bounds.push_back(boundFromJson(b, p));
    for (const json& r : parts::list(one, "relations")) i.relations.push_back(relationFromJson(r, p));
    all.push_back(std::move(i));
  }
  return all;
}

} // namespace heddle::engine
