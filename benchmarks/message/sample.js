/**
 * One process, one contestant: `sample.js <contestant> time` prints nanoseconds for each of its
 * operations, `... memory` the bytes that each allocates.
 */
import { operations } from './operations.js';

const [contestant, unit] = process.argv.slice(2);
// Keeps results alive, so that the compiler does not remove the work.
globalThis.kept = null;
const figures = {};
for (const [name, contestants] of Object.entries(operations)) {
  const operation = contestants[contestant];
  if (operation !== undefined)
    figures[name] = unit === 'time' ? time(operation) : memory(operation);
}
console.log(JSON.stringify(figures));

/** The best of ten runs of about 10 ms: interference makes a run longer, never shorter. */
function time(operation) {
  let times = 256;
  while (timed(operation, times) < 10_000_000) times *= 2;
  return Math.min(...Array.from({ length: 10 }, () => timed(operation, times))) / times;
}

/** Needs a young generation that is not collected in between. */
function memory(operation) {
  const times = 10_000;
  timed(operation, times);
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  timed(operation, times);
  return (process.memoryUsage().heapUsed - before) / times;
}

/** CPU time in nanoseconds, which other processes do not lengthen. */
function timed(operation, times) {
  const start = process.cpuUsage();
  for (let at = 0; at < times; at++) globalThis.kept = operation();
  const { user, system } = process.cpuUsage(start);
  return (user + system) * 1000;
}
