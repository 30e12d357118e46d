/**
 * How long an unrelated client waits while others reset HTTP/2 streams as fast as they can.
 *
 *     node benchmarks/http/reset.js [--connections 8] [--seconds 5] [--attacks rapid,priority,window,data]
 *
 * The server has one core; attackers and the measured client share the other one. That client sends requests
 * over one HTTP/1.1 connection, every 5 ms after a response. The last column is the longest time that the server
 * computed without interruption: unlike the latency, it does not depend on the load of the machine.
 */
import { execFile } from 'node:child_process';
import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ask, startServer } from './server-process.js';

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '5' },
    attacks: { type: 'string', default: 'rapid,priority,window,data' },
  },
});
const server = fileURLToPath(new URL('reset-server.js', import.meta.url));
const load = fileURLToPath(new URL('reset-load.js', import.meta.url));

console.log(
  '| attack | answers | median, ms | worst, ms | failed | streams | connections | longest turn, ms of CPU |',
);
console.log('|---|--:|--:|--:|--:|--:|--:|--:|');
await row('none');
for (const attack of values.attacks.split(',')) await row(attack);

async function row(attack) {
  const { port, stop } = await startServer(server);
  const probe = probing(port);
  await probe.measured(1); // warms the server
  probe.forget();
  await longestTurn(port);
  const { streams, opened } =
    attack === 'none'
      ? await probe.measured(Number(values.seconds)).then(() => ({ streams: 0, opened: 0 }))
      : await flood(port, attack);
  const { latencies, failed } = await probe.end();
  const longest = await longestTurn(port);
  await stop();
  const sorted = latencies.toSorted((a, b) => a - b);
  const median = sorted[sorted.length >> 1] ?? Number.NaN;
  const cells = [median, sorted.at(-1) ?? Number.NaN].map((ms) => ms.toFixed(1));
  console.log(
    `| ${[attack, sorted.length, ...cells, failed, streams, opened, longest].join(' | ')} |`,
  );
}

/** @returns the maximum milliseconds that the server computed without interruption since the last call */
async function longestTurn(port) {
  const { body } = await ask(port, { path: '/longest' });
  return Number(body).toFixed(0);
}

/** Sends requests over one connection until it is stopped. */
function probing(port) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let latencies = [];
  let failed = 0;
  let ending = false;
  const run = (async () => {
    while (!ending) {
      const begun = performance.now();
      if (await answered(port, agent)) latencies.push(performance.now() - begun);
      else failed++;
      await sleep(5);
    }
    agent.destroy();
  })();
  return {
    measured: (seconds) => sleep(seconds * 1_000),
    forget: () => {
      latencies = [];
      failed = 0;
    },
    end: async () => {
      ending = true;
      await run;
      return { latencies, failed };
    },
  };
}

function answered(port, agent) {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/', agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200));
    });
    request.on('error', () => resolve(false));
  });
}

function flood(port, attack) {
  const settings = {
    port,
    attack,
    connections: Number(values.connections),
    seconds: Number(values.seconds),
  };
  return new Promise((resolve, reject) => {
    execFile(
      'taskset',
      ['-c', '1', process.execPath, load, JSON.stringify(settings)],
      (error, stdout) => {
        if (error === null) resolve(JSON.parse(stdout));
        else reject(error);
      },
    );
  });
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
