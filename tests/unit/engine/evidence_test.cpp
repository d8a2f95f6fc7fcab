// Every kind of evidence survives being written and read again, and what does not fit the model is refused.
#include "engine/evidence_json.h"
#include "support/error.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heddle::engine {

using nlohmann::json;

namespace {

std::unique_ptr<ccfg::Program> someProgram() {
  auto p = std::make_unique<ccfg::Program>();
  ccfg::Object x;
  x.name = "x";
  x.size = 4;
  p->addObject(x);
  ccfg::Thread main;
  main.name = main.function = "main";
  p->addThread(main);
  p->addRegister(0, "r", 32);
  ccfg::Edge e;
  e.from = p->threads[0].entry;
  e.to = p->threads[0].exit;
  p->addEdge(e);
  return p;
}

Evidence again(const Evidence& e, const ccfg::Program& p) {
  return evidenceFromJson(json::parse(toJson(e, p).dump()), p);
}

ProofTree someTree(const ccfg::Program& p) {
  using Kind = StateSymbol::Kind;
  ProofTree tree;
  tree.terms = std::make_shared<logic::TermManager>();
  tree.properties.add(ccfg::Property::Race);
  tree.maxThreads = 3;
  tree.symbols = {{.kind = Kind::Register, .thread = 1, .reg = p.threads[0].registers.back()},
                  {.kind = Kind::Memory, .object = 0, .offset = 0, .bytes = 4},
                  {.kind = Kind::Block, .thread = 1, .index = 2, .offset = 8, .bytes = 4},
                  {.kind = Kind::Alive, .thread = 1, .index = 2}};
  logic::TermManager& t = *tree.terms;
  for (unsigned width : {32u, 32u, 32u, 1u}) t.newSymbol("", width);
  tree.nodes.push_back({.at = {p.threads[0].entry}});
  tree.nodes.push_back(
      {.parent = 0,
       .thread = 1,
       .edges = {0},
       .at = {p.threads[0].exit},
       .label = {t.ult(t.add(t.var(0), t.extract(t.concat(t.var(1), t.var(2)), 5, 32)), t.constant(7, 32)),
                 t.var(3)},
       .coveredBy = 0});
  return tree;
}

} // namespace

TEST(Evidence, ATreeIsReadAsItWasWritten) {
  const auto p = someProgram();
  const ProofTree tree = someTree(*p);
  const Evidence read = again(tree, *p);
  const auto& back = std::get<ProofTree>(read);
  EXPECT_EQ(back.symbols, tree.symbols);
  EXPECT_EQ(back.properties, tree.properties);
  EXPECT_EQ(back.maxThreads, 3u);
  ASSERT_EQ(back.nodes.size(), 2u);
  EXPECT_EQ(back.nodes[1].edges, tree.nodes[1].edges);
  EXPECT_EQ(back.nodes[1].at, tree.nodes[1].at);
  EXPECT_EQ(back.nodes[1].coveredBy, 0u);
  EXPECT_FALSE(back.nodes[0].isCovered());
  EXPECT_EQ(toJson(read, *p), toJson(Evidence(tree), *p));
}

TEST(Evidence, InvariantsAndSchedulesAreReadAsTheyWereWritten) {
  const auto p = someProgram();
  Invariant i;
  i.location = 1;
  i.bounds.push_back({{.object = 0, .offset = 0, .bytes = 4},
                      {.width = 32, .unsignedMin = 1, .unsignedMax = 9, .signedMin = -3, .signedMax = 9}});
  i.relations.push_back({.kind = Relation::Kind::Equal,
                         .first = {.reg = p->threads[0].registers.back()},
                         .second = {.object = 0, .offset = 0, .bytes = 4},
                         .firstWidth = 32,
                         .secondWidth = 32,
                         .bound = -2});
  const Evidence invariants = Invariants{i};
  const Evidence read = again(invariants, *p);
  EXPECT_EQ(std::get<Invariants>(read)[0].relations, i.relations);
  EXPECT_EQ(std::get<Invariants>(read)[0].bounds[0].range, i.bounds[0].range);
  EXPECT_EQ(toJson(read, *p), toJson(invariants, *p));

  ccfg::Schedule s;
  s.steps.push_back({1, 0, {}});
  EXPECT_EQ(std::get<ccfg::Schedule>(again(s, *p)).steps, s.steps);
}

TEST(Evidence, WhatDoesNotFitIsRefused) {
  const auto p = someProgram();
  const json good = toJson(someTree(*p), *p);
  const auto refuses = [&](const std::function<void(json&)>& change) {
    json bad = good;
    change(bad);
    EXPECT_THROW(evidenceFromJson(bad, *p), InputError) << bad.dump();
  };
  EXPECT_NO_THROW(evidenceFromJson(good, *p));
  refuses([](json& j) { j["model"] = "0"; });
  refuses([](json& j) { j["kind"] = "oracle"; });
  refuses([](json& j) { j["version"] = 7; });
  refuses([](json& j) { j["tree"]["nodes"] = json::array(); });
  refuses([](json& j) { j["tree"]["nodes"][1]["parent"] = 1; });
  refuses([](json& j) { j["tree"]["nodes"][1]["edges"][0] = 99; });
  refuses([](json& j) { j["tree"]["nodes"][1]["coveredBy"] = 2; });
  refuses([](json& j) { j["tree"]["nodes"][1]["label"][0] = 0; });
  refuses([](json& j) { j["tree"]["symbols"][1]["bytes"] = 0; });
  refuses([](json& j) { j["tree"]["symbols"][0]["register"] = -1; });
  refuses([](json& j) { j["tree"]["terms"][0] = {"eq", 1, 5, 5}; });
  refuses([](json& j) { j["tree"].erase("terms"); });
}

} // namespace heddle::engine
