/**
 * One sample: nanoseconds of `handle` for one request of a workload, on the packages of a tree.
 *
 *     node --expose-gc sample.js <tree> <workload>
 *
 * Requests are created as by an adapter, in batches, outside the measured time. The minimum of many short rounds
 * is printed: the cost without interference.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { workloads } from './workloads.js';

const LOT = 200;
const WARM_UP = 150;
const ROUNDS = 6000;

const [tree, name] = process.argv.slice(2);
const folder = join(tree, 'packages', 'mortise');
const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const mortise = await import(pathToFileURL(join(folder, exports['.']['module-sync'].default)));
const { define, source, status } = workloads[name];
const app = mortise.createApp();
define(app, mortise);

const first = await app.handle(mortise.factories.createServerRequestFromSource(requestSource()));
if (first.getStatusCode() !== status) {
  throw new Error(`${name}: status ${first.getStatusCode()}, not ${status}`);
}
let least = Infinity;
for (let round = 0; round < WARM_UP + ROUNDS; round++) {
  const time = await measured();
  if (round >= WARM_UP) least = Math.min(least, time);
  if (round % 50 === 0) globalThis.gc();
}
console.log(least);

async function measured() {
  const requests = Array.from({ length: LOT }, () =>
    mortise.factories.createServerRequestFromSource(requestSource()),
  );
  const began = process.hrtime.bigint();
  for (const request of requests) {
    const response = app.handle(request);
    if (typeof response.then === 'function') await response;
  }
  return Number(process.hrtime.bigint() - began) / LOT;
}

function requestSource() {
  const { method = 'GET', path, rawHeaders = ['Host', 'localhost'], body = null } = source;
  return {
    method,
    // A parser returns a new string each time, which was never hashed.
    target: Buffer.from(path).toString('latin1'),
    protocolVersion: '1.1',
    rawHeaders,
    scheme: 'http',
    host: 'localhost',
    remoteAddress: '127.0.0.1',
    remotePort: 50_000,
    localAddress: '127.0.0.1',
    localPort: 80,
    body: body === null ? null : bodySource(body),
  };
}

function bodySource(bytes) {
  return {
    size: bytes.length,
    bytes: () => Promise.resolve(bytes),
    async *[Symbol.asyncIterator]() {
      yield bytes;
    },
  };
}
