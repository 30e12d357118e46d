/** One sample: a server is warmed up, loaded, and stopped. */

/**
 * @param {object} server from `startServer`
 * @param {object} load from `prepareLoad`
 * @param {{ warm: number | string, seconds: number | string }} durations in seconds
 * @returns the result of the load with `cpu` in microseconds per request, `busy` as a share of its core, `rate` in
 *   requests per second, `memory` at its peak in MiB
 */
export async function sampleOf(server, load, { warm, seconds }) {
  if (Number(warm) > 0) await load.run(server.port, Number(warm));
  const before = server.cpuTime();
  const result = await load.run(server.port, Number(seconds));
  const spent = server.cpuTime() - before;
  const memory = server.peakMemory();
  await server.stop();
  return {
    ...result,
    cpu: spent / result.requests,
    busy: spent / result.microseconds,
    memory,
    rate: (result.requests * 1e6) / result.microseconds,
  };
}
