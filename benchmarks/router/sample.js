/**
 * One router on one table in this process: `node --expose-gc sample.js <router> <table> <milliseconds>`.
 * Prints nanoseconds for each kind of request, as JSON.
 */
import { generator } from '../lib/statistics.js';
import { contestants, sink } from './contestants.js';
import { tables } from './tables.js';

const [, , name, size, milliseconds = '60'] = process.argv;
const routes = tables[size];
const random = generator(1);
let filled = 0;

const make = await contestants[name]();
const before = heap();
const started = performance.now();
const find = make(routes);
find('GET', '/status');
find('GET', fill(routes.at(-1)[1]));
const build = performance.now() - started;
const result = { build, heap: (heap() - before) / 1024, wrong: wrongAnswers() };

const lists = Object.entries(requests()).map(([kind, make]) => [
  kind,
  Array.from({ length: 2000 }, make).map(([method, path]) => [method, Buffer.from(path, 'latin1')]),
]);
for (const [, list] of lists) repeat(list, Number(milliseconds) / 3);
for (const [kind, list] of lists) result[kind] = repeat(list, Number(milliseconds));
console.log(JSON.stringify(result));

/** The lower quartile of the batches' times, which excludes interference. */
function repeat(list, duration) {
  const times = [];
  const end = performance.now() + duration;
  while (performance.now() < end || times.length < 8) times.push(batch(list));
  return times.sort((a, b) => a - b)[times.length >> 2];
}

/** Nanoseconds for each request. The strings are new to the process, like those of a parser. */
function batch(list) {
  const method = list[0][0];
  const paths = list.map(([, bytes]) => bytes.latin1Slice());
  let sum = 0;
  const start = process.hrtime.bigint();
  for (let i = 0; i < paths.length; i++) sum += find(method, paths[i]);
  const time = Number(process.hrtime.bigint() - start);
  sink.count += sum;
  return time / paths.length;
}

function requests() {
  const gets = routes.filter(([method]) => method === 'GET');
  const statics = gets.filter(([, pattern]) => !pattern.includes(':'));
  const variables = gets.filter(([, pattern]) => pattern.includes(':'));
  const other = Number(size) >= 1000 ? 'POST' : 'PUT';
  const others = routes
    .filter(([method]) => method === other)
    .map(([, pattern]) => expression(pattern));
  const wrong = statics.filter(([, pattern]) => !others.some((each) => each.test(pattern)));
  const some = (list) => list[Math.floor(random() * list.length)][1];
  return {
    static: () => ['GET', some(statics)],
    parameter: () => ['GET', fill(some(variables))],
    last: () => ['GET', fill(gets.at(-1)[1])],
    mixed: () => ['GET', fill(some(gets))],
    miss: () => ['GET', `/api/v2/nothing/here/${Math.floor(random() * 1000)}`],
    'wrong method': () => [other, some(wrong)],
  };
}

/** How many routes are not reached by the request that was created for them. */
function wrongAnswers() {
  const step = Math.max(1, Math.floor(routes.length / 500));
  const missed = routes.filter(
    ([method, pattern], index) => index % step === 0 && find(method, fill(pattern)) !== index,
  );
  return missed.length + (find('GET', '/no/such/path/at/all') === -1 ? 0 : 1);
}

function fill(pattern) {
  return pattern.replace(/:\w+/g, () => `v${(filled = (filled * 7 + 13) % 99_991)}`);
}

function expression(pattern) {
  return new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`);
}

function heap() {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
