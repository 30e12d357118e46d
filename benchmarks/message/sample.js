/** One process, one contestant: prints nanoseconds and bytes allocated for each of its operations. */
import { operations } from './operations.js';

// So that no result is thrown away before it was made.
globalThis.kept = null;
const contestant = process.argv[2];
const figures = {};
for (const [name, contestants] of Object.entries(operations)) {
  const operation = contestants[contestant];
  if (operation !== undefined) figures[name] = measure(operation);
}
console.log(JSON.stringify(figures));

function measure(operation) {
  const times = timesFor(operation, 20_000_000n);
  let nanoseconds = Infinity;
  for (let round = 0; round < 5; round++) {
    nanoseconds = Math.min(nanoseconds, timed(operation, times) / times);
  }
  return { nanoseconds, bytes: allocated(operation, Math.min(times, 20_000)) };
}

/** How often it can be done in a while, the engine warm. */
function timesFor(operation, while_) {
  let times = 256;
  for (let taken = 0n; taken < while_; times *= 2) taken = BigInt(timed(operation, times));
  return times;
}

function timed(operation, times) {
  const start = process.hrtime.bigint();
  for (let at = 0; at < times; at++) globalThis.kept = operation();
  return Number(process.hrtime.bigint() - start);
}

/** Bytes an operation leaves on a young generation that is large enough to be left alone. */
function allocated(operation, times) {
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  timed(operation, times);
  return (process.memoryUsage().heapUsed - before) / times;
}
