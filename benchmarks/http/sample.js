/** Samples: what a server spends while it is loaded. */

/**
 * @param {object} server from `startServer`
 * @param {() => Promise<{ requests: number, microseconds?: number }>} load loads the server once
 * @returns the result of the load with `cpu` in microseconds per request, `busy` as a share of its core, `rate` in
 *   requests per second
 */
export async function spentOn(server, load) {
  const before = server.cpuTime();
  const result = await load();
  const spent = server.cpuTime() - before;
  return {
    ...result,
    cpu: spent / result.requests,
    busy: spent / result.microseconds,
    rate: (result.requests * 1e6) / result.microseconds,
  };
}

/**
 * Warms a server up, loads it, and stops it.
 *
 * @param {object} server from `startServer`
 * @param {object} load from `prepareLoad`
 * @param {{ warm: number | string, seconds: number | string }} durations in seconds
 * @returns that of `spentOn`, with `memory` at its peak in MiB
 */
export async function sampleOf(server, load, { warm, seconds }) {
  if (Number(warm) > 0) await load.run(server.port, Number(warm));
  const result = await spentOn(server, () => load.run(server.port, Number(seconds)));
  const memory = server.peakMemory();
  await server.stop();
  return { ...result, memory };
}

/**
 * Loads servers in turn, after a second of warm-up, so that all have the same conditions.
 *
 * @param {{ server: object, load: object }[]} runners
 * @returns {Promise<number[][]>} microseconds of CPU time for a request: for each server those of all rounds
 */
export async function costsInTurn(runners, rounds, seconds) {
  for (const { server, load } of runners) await load.run(server.port, 1);
  const costs = runners.map(() => []);
  for (let round = 0; round < Number(rounds); round++) {
    for (const [index, { server, load }] of runners.entries()) {
      const { cpu } = await spentOn(server, () => load.run(server.port, Number(seconds)));
      costs[index].push(cpu);
    }
  }
  return costs;
}
