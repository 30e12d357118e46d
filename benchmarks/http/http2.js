/**
 * HTTP/2 without TLS (prior knowledge): CPU time for a request and requests per second, beside plain `node:http2` and
 * Fastify.
 *
 *     node benchmarks/http/http2.js [--contestants raw,fastify,mortise] [--rounds 9] [--seconds 2] [--warm 3]
 *         [--connections 8] [--streams 16] [--workloads a,c]
 *
 * Every sample is a new process, and the contestants alternate. The load is a client of `node:http2`, in a process of its
 * own on another core, with `streams` requests at a time on each connection. The responses are compared first. The ratio is
 * the CPU time of plain `node:http2` divided by that of the contestant: above 1 means cheaper.
 */
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { loadHttp2 } from './http2-load.js';
import { installPeers } from './peers.js';
import { inTurn } from './in-turn.js';
import { spentOn } from './sample.js';
import { startServer } from './server-process.js';
import { median, ratioOf, shown } from './statistics.js';
import { workloads } from './workloads.js';

const { values } = parseArgs({
  options: {
    contestants: { type: 'string', default: 'raw,fastify,mortise' },
    workloads: { type: 'string', default: 'a,c' },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '2' },
    warm: { type: 'string', default: '3' },
    connections: { type: 'string', default: '8' },
    streams: { type: 'string', default: '16' },
  },
});
const names = values.contestants.split(',');

if (names.includes('fastify')) installPeers();
for (const letter of values.workloads.split(',')) await compare(workloads[letter], letter);

async function compare({ title, request, checks: [{ answer }] }, letter) {
  const samples = await inTurn(names, values.rounds, (name) => sampleOf(name, request, answer));
  const cpu = (name) => samples.get(name).map((sample) => sample.cpu);
  console.log(`\n### HTTP/2, ${letter}: ${title}\n`);
  console.log('| contestant | CPU ratio (95 %) | µs CPU | req/s | busy |\n|---|--:|--:|--:|--:|');
  for (const name of names) {
    const of = (fact) => median(samples.get(name).map((sample) => sample[fact]));
    const figures = [of('cpu').toFixed(1), of('rate').toFixed(0), of('busy').toFixed(2)];
    console.log(`| ${[name, shown(ratioOf(cpu(names[0]), cpu(name))), ...figures].join(' | ')} |`);
  }
}

/** One request, to see whether the server responds. */
function once(port) {
  const { request, checks } = workloads.a;
  return { port, seconds: 0, connections: 1, streams: 1, request, answer: checks[0].answer };
}

/** @throws {Error} if a response has another body */
async function sampleOf(name, request, answer) {
  const program = fileURLToPath(new URL(`contestants/http2/${name}.js`, import.meta.url));
  const server = await startServer(program, {}, undefined, '0', (port) => loadHttp2(once(port)));
  const load = (seconds) =>
    loadHttp2({
      port: server.port,
      seconds: Number(seconds),
      connections: Number(values.connections),
      streams: Number(values.streams),
      request,
      answer,
    });
  await load(values.warm);
  const sample = await spentOn(server, () => load(values.seconds));
  await server.stop();
  return sample;
}
