import { afterEach, describe, expect, it, jest } from '@jest/globals';
import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { endWorkers, forkedWorkers, waitForWorkers, workersDo } from '../../test/pool-workers.js';
import { type ClusterHandle, type ClusterOptions, serveCluster } from './serve-cluster.js';

const running: ClusterHandle[] = [];

afterEach(async () => {
  for (const handle of running.splice(0)) await handle.close().catch(() => undefined);
  await endWorkers();
});

const onlyInWorkers = () => {
  throw new Error('started in the primary process');
};

/** A primary process with one worker, unless `options` say otherwise. */
async function started(options: ClusterOptions = {}) {
  workersDo('tell');
  const errors: unknown[] = [];
  const codes: number[] = [];
  const handle = await serveCluster(onlyInWorkers, {
    workers: 1,
    onError: (error) => errors.push(error),
    exit: (code) => codes.push(code),
    ...options,
  });
  if (handle === null) throw new Error('this process is no worker');
  running.push(handle);
  return { handle, errors, codes };
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2'];
const listeners = () => SIGNALS.map((name) => process.listenerCount(name));
const arrives = (signal: NodeJS.Signals) => process.emit(signal, signal);

describe('the primary process', () => {
  it.each([
    [{ workers: 0 }, 'invalid serveCluster.workers: received 0; expected an integer of at least 1'],
    [
      { workers: 1.5 },
      'invalid serveCluster.workers: received 1.5; expected an integer of at least 1',
    ],
    [
      { workerTimeout: -1 },
      'invalid serveCluster.workerTimeout: received -1; expected an integer of at least 0, in milliseconds',
    ],
    [
      { onError: 'log' },
      'invalid serveCluster.onError: received a string of length 3; expected a function',
    ],
    [{ worker: 2 }, 'unknown option serveCluster.worker; expected serveCluster.workers'],
  ])('refuses the options %j', async (options, message) => {
    const starting = serveCluster(onlyInWorkers, options as never);
    await expect(starting).rejects.toMatchObject({ code: 'OPTION_INVALID', message });
    expect(forkedWorkers()).toEqual([]);
  });

  it('starts a worker for each core by default', async () => {
    workersDo('fail');
    const before = listeners();
    const starting = serveCluster(onlyInWorkers, { onError: () => undefined });
    await expect(starting).rejects.toMatchObject({ code: 'WORKER_FAILED' });
    expect(forkedWorkers()).toHaveLength(availableParallelism());
    expect(listeners()).toEqual(before);
  });

  it('lets the workers accept the connections themselves', async () => {
    cluster.schedulingPolicy = cluster.SCHED_RR;
    await started();
    expect(cluster.schedulingPolicy).toBe(cluster.SCHED_NONE);
  });

  it('has the address and the process ids of its workers, until it closes', async () => {
    const { handle } = await started();
    const id = forkedWorkers()[0]?.id;
    const state = () => [handle.url, handle.port, handle.ready, handle.internals, handle.workers];
    expect(state()).toEqual([`http://127.0.0.1:${id}`, id, true, [], [id]]);
    const closing = handle.close();
    expect([handle.close() === closing, handle.ready, handle.workers]).toEqual([true, false, []]);
    await closing;
    expect(forkedWorkers()[0]?.ended).toBe(20);
  });

  it('runs the hooks after its workers have exited, the last one first', async () => {
    const { handle } = await started();
    const order: unknown[] = [];
    handle.onClosed(() => void order.push('first', forkedWorkers()[0]?.ended));
    handle.onClosed(() => void order.push('second'));
    await handle.close();
    expect(order).toEqual(['second', 'first', 20]);
  });

  it('fails to close if a hook fails', async () => {
    const { handle } = await started();
    const failure = new Error('hook');
    handle.onClosed(() => Promise.reject(failure));
    await expect(handle.close()).rejects.toMatchObject({ errors: [failure] });
  });

  it('listens for signals until it closes: those that end it, and SIGHUP', async () => {
    const before = listeners();
    const { handle } = await started();
    const [term = 0, int = 0, hup = 0, other = 0] = before;
    expect(listeners()).toEqual([term + 1, int + 1, hup + 1, other]);
    await handle.close();
    expect(listeners()).toEqual(before);
  });

  it('listens for other signals if they are given', async () => {
    const before = listeners();
    const [term = 0, int = 0, hup = 0, other = 0] = before;
    const { handle } = await started({ signals: ['SIGINT'], restartSignal: 'SIGUSR2' });
    expect(listeners()).toEqual([term, int + 1, hup, other + 1]);
    await handle.close();
    await started({ restartSignal: null });
    expect(listeners()).toEqual([term + 1, int + 1, hup, other]);
  });

  it('closes at a signal and exits with 0, without the onClosed of the workers', async () => {
    let closed = 0;
    const { handle, codes } = await started({ onClosed: () => void (closed += 1) });
    arrives('SIGTERM');
    await waitForWorkers(() => codes.length > 0);
    expect([codes, closed, handle.ready, forkedWorkers()[0]?.ended]).toEqual([[0], 0, false, 20]);
  });

  it('replaces its workers at a restart, by call and by signal', async () => {
    const { handle } = await started();
    await handle.restart();
    expect(handle.workers).toEqual([forkedWorkers()[1]?.id]);
    arrives('SIGHUP');
    await waitForWorkers(() => forkedWorkers()[1]?.ended === 10);
    expect(handle.workers).toEqual([forkedWorkers()[2]?.id]);
  });

  it('reports a restart that fails', async () => {
    const { errors } = await started();
    workersDo('fail');
    arrives('SIGHUP');
    await waitForWorkers(() => errors.length > 0);
    expect(errors).toEqual([expect.objectContaining({ code: 'WORKER_FAILED' })]);
  });

  it('prints errors by default', async () => {
    const printed = jest.spyOn(console, 'error').mockReturnValue();
    await started({ onError: undefined as never });
    workersDo('fail');
    arrives('SIGHUP');
    await waitForWorkers(() => printed.mock.calls.length > 0);
    const { calls } = printed.mock;
    jest.restoreAllMocks();
    expect(calls).toEqual([[expect.objectContaining({ code: 'WORKER_FAILED' })]]);
  });

  it('gives workers, and its hooks, 30 s by default', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const delays = () => timers.mock.calls.map(([, ms]) => ms).filter((ms = 0) => ms >= 1_000);
    const { handle } = await started();
    const starting = delays();
    handle.onClosed(() => undefined);
    await handle.close();
    const all = delays();
    jest.restoreAllMocks();
    expect([starting, all]).toEqual([[30_000], [30_000, 30_000, 30_000]]);
  });

  it('gives workers the time that it was given', async () => {
    const starting = started({ workerTimeout: 0 });
    await expect(starting).rejects.toMatchObject({ code: 'WORKER_FAILED' });
    expect(forkedWorkers().map(({ ended }) => ended)).toEqual(['SIGKILL']);
  });
});
