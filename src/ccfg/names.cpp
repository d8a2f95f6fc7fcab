// The tables behind names.h; their order is that of the enumerations.
#include "ccfg/names.h"

#include <array>

namespace heddle::ccfg {

namespace {

using std::string_view;

template <typename Enum, Enum last>
using Names = std::array<string_view, static_cast<size_t>(last) + 1>;

constexpr Names<ObjectKind, ObjectKind::Function> objectKinds = {"global", "local", "heap", "function"};
constexpr Names<MemOrder, MemOrder::SeqCst> memOrders = {"plain",   "relaxed", "acquire",
                                                         "release", "acq_rel", "seq_cst"};
constexpr Names<SyncKind, SyncKind::Destroy> syncKinds = {
    "acquire",    "release",   "acquire-shared", "release-shared", "wait-begin",     "wait-end",
    "signal",     "broadcast", "sem-wait",       "sem-post",       "barrier-arrive", "barrier-leave",
    "once-begin", "once-end",  "init",           "destroy"};
constexpr Names<MarkKind, MarkKind::TransactionEnd> markKinds = {"atomic-begin", "atomic-end",
                                                                 "transaction-begin", "transaction-end"};
constexpr Names<HaltKind, HaltKind::Cutoff> haltKinds = {"exit", "abort", "infeasible", "cutoff"};
constexpr Names<DataModel, DataModel::LP64> dataModels = {"ILP32", "LP64"};
constexpr Names<StatementKind, StatementKind::Empty> statementKinds = {
    "expression", "declaration", "return", "jump", "assembler", "condition", "init",  "step",
    "compound",   "if",          "while",  "do",   "for",       "switch",    "label", "empty"};

} // namespace

template <>
std::span<const string_view> enumNames<ObjectKind>() {
  return objectKinds;
}
template <>
std::span<const string_view> enumNames<MemOrder>() {
  return memOrders;
}
template <>
std::span<const string_view> enumNames<SyncKind>() {
  return syncKinds;
}
template <>
std::span<const string_view> enumNames<MarkKind>() {
  return markKinds;
}
template <>
std::span<const string_view> enumNames<HaltKind>() {
  return haltKinds;
}
template <>
std::span<const string_view> enumNames<DataModel>() {
  return dataModels;
}
template <>
std::span<const string_view> enumNames<StatementKind>() {
  return statementKinds;
}

} // namespace heddle::ccfg
