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
const ROUNDS = 400;

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

for (let r=0;r<300;r++) await measured();
const N=2000;
const requests = Array.from({ length: N }, () => mortise.factories.createServerRequestFromSource(requestSource()));
globalThis.gc();

const { Session } = await import('node:inspector/promises');
const session = new Session(); session.connect();
await session.post('HeapProfiler.startSampling', {samplingInterval: 64, includeObjectsCollectedByMajorGC:true, includeObjectsCollectedByMinorGC:true});
const b=process.memoryUsage().heapUsed;
for (const request of requests) { const response = app.handle(request); if (typeof response.then === 'function') await response; }

const {profile}=await session.post('HeapProfiler.stopSampling');
const sum=new Map();
(function walk(n){ const k=n.callFrame.functionName+' '+n.callFrame.url.split('/').slice(-5).join('/')+':'+n.callFrame.lineNumber; sum.set(k,(sum.get(k)??0)+n.selfSize); n.children.forEach(walk);})(profile.head);
for (const [k,v] of [...sum].sort((a,b)=>b[1]-a[1]).slice(0,28)) console.log((v/N).toFixed(0).padStart(6),k);
console.log((process.memoryUsage().heapUsed-b)/N);
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
