// The format of trace files, shared by the recorder (C, in the user's program) and the reader (src/trace,
// C++).
//
// A file is one page of FileHeader and then chunks, each a multiple of a page: events of one thread, or the
// table of sites of one module. Everything is little-endian, as the machines are that this runs on.
//
// An event is a header byte (never 0: zero bytes are the unwritten rest of a chunk), and those of its four
// fields that were not predicted, as numbers of variable length: site, address, stage, value. Recorder and
// reader run the same predictor (struct HeddlePredictor), so that most fields of most events take no space.
// The header byte is stored last: an event whose header is there is complete, whenever the program was
// killed.
//
// A number takes n bytes, 1 to 9: n - 1 zero bits, a one, and then the number, the lowest bits first. So it
// is written without a loop.
#ifndef HEDDLE_RUNTIME_FORMAT_H
#define HEDDLE_RUNTIME_FORMAT_H

#include <stdint.h>

#define HEDDLE_MAGIC "HEDDLETR"
enum { HEDDLE_FORMAT_VERSION = 4, HEDDLE_PAGE = 4096, HEDDLE_MAX_CHUNK = 1 << 20 };

enum HeddleStop { HEDDLE_COMPLETE = 0, HEDDLE_DISK_FULL = 1, HEDDLE_LIMIT = 2, HEDDLE_IO_ERROR = 3 };

struct HeddleFileHeader {
  char magic[8];
  uint32_t version;
  uint32_t stop;      // enum HeddleStop: why recording ended before the program did
  uint32_t ended;     // 1: the program came to exit()
  uint32_t hasStatus; // 1: waitStatus is what waitpid said about the program
  uint32_t waitStatus;
  uint32_t pid;
  uint64_t startNs;   // CLOCK_REALTIME
  char program[2048]; // path of the executable
  uint32_t commandBytes;
  char command[1536]; // its arguments, the program's name first, each ended by a zero byte; cut off if they
                      // are long
};

enum { HEDDLE_CHUNK_MAGIC = 0x4b484348 }; // "HCHK"
enum HeddleChunkKind {
  HEDDLE_CHUNK_EVENTS = 1,
  HEDDLE_CHUNK_MODULE,
  // The last events of a busy thread: when it is full a copy of it becomes a chunk of events, and it goes on
  // with the next sequence. If there is a chunk of events with its sequence it is to be ignored.
  HEDDLE_CHUNK_TAIL,
  HEDDLE_CHUNK_PENDING // a copy that is being written; to be ignored, and may be cut off by the end of the
                       // file
};

struct HeddleChunkHeader {
  uint32_t magic;
  uint32_t kind;
  uint32_t thread;   // events: its number; main is 1
  uint32_t size;     // bytes, this header included: a multiple of HEDDLE_PAGE
  uint32_t sequence; // events: 0, 1, ... in each thread
  uint32_t reserved;
  uint64_t timeNs; // since startNs
};

struct HeddleModuleHeader { // follows the chunk's header; then textBytes of text (see src/trace/sites.cpp)
  uint64_t hash;            // of the module's bitcode: with an index it names a site in every run
  uint32_t base;            // number of its first site in this trace, from 1
  uint32_t count;
  uint32_t textBytes;
  uint32_t reserved;
};

// ---- events

enum HeddleEventKind {
  HEDDLE_READ = 1,
  HEDDLE_WRITE,
  HEDDLE_UPDATE,      // atomic read-modify-write; the value is the one that was read
  HEDDLE_RANGE_READ,  // of a block; the value is its length
  HEDDLE_RANGE_WRITE, //
  HEDDLE_SYNC,        // a call of the thread library, its site says which; the value is the call's result
  HEDDLE_ENTER,       // a function begins
  HEDDLE_EXIT,        // and returns
  HEDDLE_RESULT,      // of a call that the module does not define
  HEDDLE_START,       // a thread begins; the value is the time since startNs
  HEDDLE_END,         // and ends
  HEDDLE_CREATE,      // the value is the number of the thread that was created
  HEDDLE_JOIN,        // the value is the number of the thread that has ended
  HEDDLE_MARK,        // a block that is meant to be atomic begins or ends: its site says which
  HEDDLE_LOST,        // so many events of this thread, in signal handlers, could not be recorded
  // What this thread does from here on comes after what another one had done: three numbers, the thread, its
  // chunk and the place in it. The header byte is HEDDLE_AFTER_HEAD.
  HEDDLE_AFTER
};

enum {
  HEDDLE_KIND = 15,
  HEDDLE_HAS_SITE = 16,
  HEDDLE_HAS_ADDRESS = 32,
  HEDDLE_HAS_STAGE = 64,
  HEDDLE_HAS_VALUE = 128
};
enum { HEDDLE_AFTER_HEAD = 15 + 64 }; // of HEDDLE_LOST, with a stage
// Without a kind, and with no number for the site, which is the next one after the last one, and says whether
// it reads or writes: the accesses of a stretch of code follow each other so.
enum { HEDDLE_NEXT_HEAD = 16 };
// Without a kind and a site, but other flags: they are, as a number, how many accesses follow the first one
// in this way. The site of the first is the predicted one, and everything else of all of them is, too.
enum { HEDDLE_GROUP_SHIFT = 5, HEDDLE_MAX_GROUP = 8 };
static const uint32_t heddleEverything = UINT32_MAX; // HEDDLE_AFTER: all chunks, since that thread has ended
enum {
  HEDDLE_MAX_EVENT = 45
}; // header, four numbers of at most 9 bytes, and what a store of 8 bytes may touch

// Accesses and synchronization have an address, a stage (see runtime.h) and a value; a function's begin and
// end and marks have a site only; the others have one number, which stands in the place of the address.
static inline int heddleHasStage(unsigned kind) { return kind <= HEDDLE_SYNC; }
static inline int heddleHasNumber(unsigned kind) {
  return kind != HEDDLE_ENTER && kind != HEDDLE_EXIT && kind != HEDDLE_MARK;
}

// ---- shards: see runtime.h

// Neighbours in memory are neighbours here. The multiplication keeps stacks apart, which are far from each
// other by powers of two.
enum { HEDDLE_SHARDS = 1 << 19, HEDDLE_GRANULE_BITS = 4 };
static inline uint32_t heddleShardOf(uint64_t address) {
  return (uint32_t)(((address >> HEDDLE_GRANULE_BITS) + (address >> 23) * 0x9e3779b1u) % HEDDLE_SHARDS);
}

// ---- the predictor: one a thread

enum { HEDDLE_SUCCESSORS = 1024, HEDDLE_STRIDES = 512, HEDDLE_CELLS = 1024 };

struct HeddleStride {
  uint64_t address;
  int64_t step;
  uint64_t stage;
  uint64_t word; // of a shard for which the stage is right; the recorder's own
};
struct HeddleCell {
  uint64_t value;
};
struct HeddlePredictor {
  uint32_t lastSite;
  uint32_t successors[HEDDLE_SUCCESSORS];
  struct HeddleStride strides[HEDDLE_STRIDES];
  struct HeddleCell cells[HEDDLE_CELLS];
};

// The site is the one that followed the last site before; a site's address goes on by its last step, and its
// stage is the last one.
static inline uint32_t* heddleSuccessor(struct HeddlePredictor* p) {
  return &p->successors[p->lastSite % HEDDLE_SUCCESSORS];
}
static inline struct HeddleStride* heddleStride(struct HeddlePredictor* p, uint32_t site) {
  return &p->strides[site % HEDDLE_STRIDES];
}
// What this thread last knew of an address: its value.
static inline struct HeddleCell* heddleCell(struct HeddlePredictor* p, uint64_t address) {
  return &p->cells[(address >> 2) % HEDDLE_CELLS];
}

static inline uint64_t heddleZigzag(int64_t n) { return ((uint64_t)n << 1) ^ (uint64_t)(n >> 63); }
static inline int64_t heddleUnzigzag(uint64_t n) { return (int64_t)(n >> 1) ^ -(int64_t)(n & 1); }

// ---- the plan of a replay: a file that `heddle replay` and the program share

#define HEDDLE_PLAN_MAGIC "HEDDLEPL"
enum { HEDDLE_PLAN_VERSION = 5 };
struct HeddlePlanHeader {
  char magic[8];
  uint32_t version;
  uint32_t count;    // steps, which follow
  uint32_t position; // written by the program: steps that were made
  uint32_t diverged; // a thread that has a step to make ended: its number
  // 1: a thread that has made all its steps makes no event until the plan is done.
  uint32_t strict;
  uint32_t reserved;
};
struct HeddlePlanStep {
  uint64_t module; // hash
  uint32_t index;  // of the site in the module
  uint32_t thread;
  uint32_t occurrence; // of the site in the thread, from 1
  uint32_t arrived;    // written by the program: the thread stands before this step
  uint64_t address;    // written by the program
  uint32_t blocks;     // 1: the step is made when the thread begins it; it need not come back from it
  uint32_t meets;      // 1: and not before the thread of the next step stands before that
  uint64_t bytes;      // of the access; else 0
  uint64_t before; // written by the program: what is there when the step begins, if there are up to 8 bytes
  uint64_t after;  // and when it is made
};

#endif
