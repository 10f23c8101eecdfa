/**
 * Memory settings of Node for the servers. Without them the heap grows to several times the memory in use and stays
 * there: 650 MB were resident after work on releases of 1,000 tasks. With half of these values, 25 MB less are resident,
 * but garbage collection takes a fifth of the processor time of a completion.
 *
 * Without allocation site pretenuring, because V8 decides during the first requests which objects it creates as old. By
 * chance these were objects of each request, in about half of all starts: then each collection copied the objects around
 * them, and a cheap request took 180 µs of processor time instead of 110.
 * @type {readonly string[]}
 */
export const memoryFlags = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=40',
  '--no-allocation-site-pretenuring',
];
