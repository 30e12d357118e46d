/**
 * Measures `@mortise/fetch` beside other frameworks on Bun and Deno: CPU time per request, as a ratio to
 * Hono's. The runtimes are installed from npm.
 *
 *     node benchmarks/http/fetch.js [--runtimes bun,deno] [--workloads a,b,c,e,f]
 *         [--contestants hono,mortise] [--rounds 9] [--seconds 1] [--warm 3] [--connections 64]
 *
 * Otherwise like `run.js`. `platform` has no framework. `hono-checked` and `platform-checked` do to a JSON body what Mortise
 * does by default; they take part in c alone.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { install } from '../../tooling/runtimes/install.js';
import { runtimes } from '../../tooling/runtimes/runtimes.js';
import { inTurn } from './in-turn.js';
import { prepareLoad } from './load.js';
import { installPeers } from './peers.js';
import { sampleOf } from './sample.js';
import { startServer } from './server-process.js';
import { printTable } from './table.js';
import { verify } from './verify.js';
import { workloads } from './workloads.js';

const { values } = parseArgs({
  options: {
    runtimes: { type: 'string', default: 'bun,deno' },
    workloads: { type: 'string', default: 'a,b,c,e,f' },
    contestants: {
      type: 'string',
      default: 'hono,hono-checked,mortise,platform,platform-checked',
    },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '1' },
    warm: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
  },
});
/** Contestants that take part in one workload alone. */
const ONLY = { 'hono-checked': 'c', 'platform-checked': 'c' };

installPeers();
process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
for (const runtime of runtimes.filter(({ name }) => values.runtimes.split(',').includes(name))) {
  const bin = install(runtime);
  if (bin === null) throw new Error(`${runtime.name} could not be installed`);
  for (const letter of values.workloads.split(',')) await compare(runtime, bin, letter);
}

async function compare(runtime, bin, letter) {
  const workload = workloads[letter];
  const names = values.contestants.split(',').filter((name) => (ONLY[name] ?? letter) === letter);
  const start = (name) => {
    const [command, args] = runtime.command(bin, fileOf(name));
    return startServer(fileOf(name), {}, [command, ...args]);
  };
  const equal = [];
  for (const name of names) {
    const server = await start(name);
    const fault = await verify(server.port, workload.checks);
    await server.stop();
    if (fault === '') equal.push(name);
    else {
      console.error(`${runtime.name} ${letter} ${name}: ${fault}`);
      process.exitCode = 1;
    }
  }
  const load = prepareLoad(workload, Number(values.connections));
  const samples = await inTurn(equal, values.rounds, async (name) =>
    sampleOf(await start(name), load, values),
  );
  load.remove();
  const title = `${runtime.name} ${runtime.version}, ${letter}: ${workload.title}`;
  printTable(title, samples, ['mortise', 'platform']);
}

function fileOf(name) {
  return fileURLToPath(new URL(`contestants/fetch/${name}.js`, import.meta.url));
}
