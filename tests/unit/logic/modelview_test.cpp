// Values in a model, the leaves that justify them, and rewriting of shared terms: on random terms.
#include "logic/copy.h"
#include "logic/eval.h"
#include "logic/modelview.h"

#include <random>

#include <gtest/gtest.h>

namespace heddle::logic {
namespace {

class RandomDag {
public:
  explicit RandomDag(uint32_t seed) : random_(seed) {
    for (int i = 0; i < 5; ++i) {
      words.push_back(tm.var(tm.newSymbol("w", 8)));
      bits.push_back(tm.var(tm.newSymbol("b", 1)));
    }
    leaves = words;
    leaves.insert(leaves.end(), bits.begin(), bits.end());
    for (Term leaf : leaves) values[leaf] = truncateTo(random_() % 4, leaf.width());
    for (int i = 0; i < 60; ++i) grow();
  }

  uint64_t valueOf(Term leaf) const { return values.at(leaf); }
  Term word() { return words[random_() % words.size()]; }
  Term bit() { return bits[random_() % bits.size()]; }
  uint64_t number() { return random_(); }

  TermManager tm;
  std::vector<Term> words, bits, leaves;
  std::unordered_map<Term, uint64_t> values;

private:
  void grow() {
    const Term a = word(), b = word(), c = bit(), d = bit();
    words.push_back(random_() % 2 == 0 ? tm.ite(c, a, b) : tm.add(a, b));
    const Term choices[] = {tm.andOf(c, d), tm.orOf(c, d), tm.notOf(c), tm.eq(a, b), tm.ite(c, d, bit())};
    bits.push_back(choices[random_() % 5]);
  }

  std::mt19937 random_;
};

TEST(ModelView, MarkedLeavesAloneMakeTheValue) {
  size_t unmarked = 0;
  for (uint32_t seed = 0; seed < 300; ++seed) {
    RandomDag dag(seed);
    ModelView view([&](Term leaf) { return dag.valueOf(leaf); });
    const Term root = seed % 2 == 0 ? dag.bits.back() : dag.words.back();
    ASSERT_EQ(view.value(root), evaluate(root, [&](Term leaf) { return dag.valueOf(leaf); })) << seed;
    view.justify(root);
    for (int trial = 0; trial < 10; ++trial) {
      std::unordered_map<Term, uint64_t> other = dag.values;
      for (Term leaf : dag.leaves)
        if (!view.isMarked(leaf)) other[leaf] = truncateTo(dag.number(), leaf.width());
      ASSERT_EQ(evaluate(root, [&](Term leaf) { return other.at(leaf); }), view.value(root)) << seed;
    }
    for (Term leaf : symbolsOf(root).empty() ? std::vector<Term>{} : dag.leaves)
      unmarked += !view.isMarked(leaf);
  }
  EXPECT_GT(unmarked, 0u);
}

TEST(TermCopier, ReplacesLeavesEverywhere) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    RandomDag dag(seed);
    const Term first = dag.words[0], second = dag.words[1], fresh = dag.tm.var(dag.tm.newSymbol("fresh", 8));
    // The replacement of the first has the second in it, which is replaced, too.
    const Term bySecond = dag.tm.add(fresh, dag.tm.constant(1, 8)), byFirst = dag.tm.add(second, second);
    TermCopier rewrite(dag.tm);
    rewrite.replace(first, byFirst);
    rewrite.replace(second, bySecond);
    dag.values[fresh] = dag.number() % 256;
    const auto inner = [&](Term leaf) {
      return leaf == second ? truncateTo(dag.values[fresh] + 1, 8) : dag.valueOf(leaf);
    };
    const auto replaced = [&](Term leaf) { return leaf == first ? evaluate(byFirst, inner) : inner(leaf); };
    for (Term t : {dag.words.back(), dag.bits.back()}) {
      const Term after = rewrite.copy(t);
      EXPECT_EQ(evaluate(after, [&](Term leaf) { return dag.valueOf(leaf); }), evaluate(t, replaced)) << seed;
      forEachNode(after, [&](Term n) { EXPECT_FALSE(n == first || n == second) << seed; });
    }
  }
}

} // namespace
} // namespace heddle::logic
