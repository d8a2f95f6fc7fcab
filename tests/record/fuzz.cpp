// A fuzzer of the trace reader: mutates trace files for a while, and lets reader, order and filters work on
// them. Any end but a trace or an InputError is a bug.
//
// usage: fuzz_trace SECONDS TRACE...
#include "../unit/trace/builder.h"
#include "engines/predict/potential.h"
#include "engines/predict/serial.h"
#include "support/error.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>

namespace {

using namespace heddle;
using Bytes = std::vector<uint8_t>;

Bytes readAll(const char* path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Bytes example() {
  using namespace trace::testing;
  Builder b;
  b.module(exampleSites + "atomic-begin\t0\t-\t12\t3\t\t\t\natomic-end\t0\t-\t13\t3\t\t\t\n");
  b.events(1, {start(), writes(0x1000, 1, 5), numbered(trace::EventKind::Create, 6, 2), reads(0x1000, 2, 6)});
  b.events(2, {start(), numbered(trace::EventKind::Mark, 10, 0), reads(0x1000, 1, 5), writes(0x1000, 2, 6),
               after(1, 0, 100), ownWrites(0x5000, 1), numbered(trace::EventKind::Mark, 11, 0), end()});
  return b.file();
}

void mutate(Bytes& file, std::mt19937_64& random) {
  const size_t pages = file.size() / HEDDLE_PAGE + 1;
  for (unsigned i = 0, n = 1 + random() % 6; i < n && !file.empty(); ++i) {
    const size_t near = random() % 4 == 0 ? random() : random() % pages * HEDDLE_PAGE + random() % 200;
    const size_t at = near % file.size();
    switch (random() % 6) {
    case 0:
      file[at] = static_cast<uint8_t>(random());
      break;
    case 1:
      file[at] ^= static_cast<uint8_t>(1u << random() % 8);
      break;
    case 2:
      file[at] = random() % 2 == 0 ? 0 : 255;
      break;
    case 3:
      file.resize(random() % 8 == 0 ? at : file.size());
      break;
    case 4:
      file.insert(file.begin() + static_cast<ptrdiff_t>(at), static_cast<uint8_t>(random()));
      break;
    default:
      std::swap(file[at], file[random() % file.size()]);
    }
  }
}

// True: it was a trace.
bool work(const Bytes& file) {
  try {
    const trace::Trace t = trace::parseTrace(file, "fuzz");
    const auto order = totalOrder(t);
    const auto blocks = findBlocks(t, {"main"});
    predict::checkSerial(t, order, blocks);
    predict::findPotential(t, blocks, trace::SharedVariables(t), predict::MustOrder(t, order),
                           predict::LockHistories(t), 10);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 1;
  std::vector<Bytes> seeds = {example()};
  for (int i = 2; i < argc; ++i) seeds.push_back(readAll(argv[i]));
  for (const Bytes& seed : seeds)
    if (!work(seed)) return std::fprintf(stderr, "a seed is no trace\n"), 1;
  std::mt19937_64 random(1);
  uint64_t runs = 0, traces = 0;
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(std::atof(argv[1]));
  for (; std::chrono::steady_clock::now() < end; ++runs) {
    Bytes file = seeds[random() % seeds.size()];
    mutate(file, random);
    traces += work(file);
  }
  std::printf("%lu files, of which %lu are traces\n", runs, traces);
  return traces == 0 || traces == runs; // else nothing was tested
}
