// verdict: unknown (atomics weaker than seq_cst were taken as seq_cst)
// verdict-accepted: true
// verdict-tso: true
// verdict-pso: true
// verdict-rmo: true
// verdict-power: true
// flags: --property assert --engine impact
// native: compile
// Wachter et al. 2013, Table III: bench/paper-001.d/sober.c with FENCED.
#define FENCED
#include "../../bench/paper-001.d/sober.c"
