// verdict: unknown (atomics weaker than seq_cst were taken as seq_cst)
// verdict-accepted: true
// verdict-tso: true
// verdict-pso: true
// verdict-rmo: false(assert)
// verdict-power: false(assert)
// flags: --property assert --engine impact
// native: compile
// Wachter et al. 2013, Table III: bench/paper-001.d/sql.c with DEVELOPERS.
#define DEVELOPERS
#include "../../bench/paper-001.d/sql.c"
