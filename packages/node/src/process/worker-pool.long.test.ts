import cluster from 'node:cluster';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  endWorkers,
  exitOf,
  type Forked,
  forkedWorkers,
  waitForWorkers,
  workersDo,
} from '../../test/pool-workers.js';
import { ownTimers } from '../../../../tooling/testing/own-timers.js';
import { WorkerPool } from './worker-pool.js';

/** Milliseconds in which a replacement would have been forked. */
const FIRST_PAUSE = 400;

const made: { readonly pool: WorkerPool; readonly times: { workerTimeout: number } }[] = [];

afterEach(async () => {
  allowProcesses();
  for (const { pool, times } of made.splice(0)) {
    times.workerTimeout = 0;
    await pool.close();
  }
  await endWorkers();
});

/** A pool whose workers have a minute, unless `times` is changed; errors are collected. */
function poolOf(workers = 1) {
  const errors: unknown[] = [];
  const times = { workers, workerTimeout: 60_000, onError: (error: unknown) => errors.push(error) };
  const pool = new WorkerPool(times);
  made.push({ pool, times });
  return { pool, errors, times };
}

/** The same, with workers that listen. */
async function started(workers = 1) {
  workersDo('tell');
  const { pool, errors } = poolOf(workers);
  await pool.start();
  return { pool, errors };
}

/** Lets Node emit `error` for each new worker, as if the system had no more processes. */
function refuseProcesses(): void {
  cluster.setupPrimary({ cwd: '/does/not/exist' });
}

/** Lets `cluster.fork` throw, as it does if the system has no memory. */
function failForks(): void {
  cluster.setupPrimary({ serialization: 'none' as never });
}

function allowProcesses(): void {
  cluster.setupPrimary({ cwd: process.cwd(), serialization: 'json' });
}

const ids = () => forkedWorkers().map(({ id }) => id);
const timers = ownTimers();

describe('a pool of workers', () => {
  it('starts as many as it should, and is ready with the address of the last one', async () => {
    workersDo('tell');
    const { pool, errors } = poolOf(2);
    expect([pool.ready, pool.ids, pool.address]).toEqual([false, [], { url: '', port: 0 }]);
    await pool.start();
    expect([pool.ready, pool.ids.toSorted()]).toEqual([true, ids().toSorted()]);
    expect(forkedWorkers()).toHaveLength(2);
    const port = pool.ids.at(-1);
    expect(pool.address).toEqual({ url: `http://127.0.0.1:${port}`, port });
    expect(errors).toEqual([]);
  });

  it('closes by ending the channel to each worker, and settles when all have exited', async () => {
    const { pool, errors } = await started(2);
    const closing = pool.close();
    expect([pool.close() === closing, pool.ready, pool.ids]).toEqual([true, false, []]);
    await closing;
    expect(forkedWorkers().map(({ ended }) => ended)).toEqual([20, 20]);
    expect(errors).toEqual([]);
  });

  it('leaves no timer, neither of workers that stopped nor of those that did not start', async () => {
    const before = await timers();
    const { pool } = await started(2);
    const whileListening = await timers();
    await pool.close();
    workersDo('fail');
    const another = poolOf().pool;
    await another.start().catch(() => another.close());
    expect([whileListening, await timers()]).toEqual([before, before]);
  });

  it('refuses to start if a worker exits before it listens', async () => {
    workersDo('fail');
    const { pool, errors } = poolOf();
    const error = await pool.start().catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'WORKER_FAILED',
      message: `worker ${ids()[0]} exited with 1`,
    });
    expect([pool.ready, pool.ids, errors]).toEqual([false, [], []]);
  });

  it('refuses to start if the system refuses a process, and can be closed', async () => {
    const before = await timers();
    refuseProcesses();
    const { pool, errors } = poolOf();
    await expect(pool.start()).rejects.toMatchObject({
      code: 'WORKER_FAILED',
      message: expect.stringMatching(/^cannot start a process for a worker: spawn .* ENOENT$/),
      cause: { code: 'ENOENT' },
    });
    await pool.close();
    expect([pool.ready, errors, await timers()]).toEqual([false, [], before]);
  });

  it('closes while the system refuses a process', async () => {
    refuseProcesses();
    const { pool, errors } = poolOf();
    const starting = pool.start();
    await pool.close();
    await starting;
    expect(errors).toEqual([]);
  });

  it('kills a worker that sends other messages only, and does not start in time', async () => {
    workersDo('other');
    const { pool, errors, times } = poolOf();
    times.workerTimeout = 200;
    const error = await pool.start().catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'WORKER_FAILED',
      message: `worker ${ids()[0]} exited with SIGKILL`,
    });
    expect(errors).toEqual([
      expect.objectContaining({
        code: 'WORKER_FAILED',
        message: `worker ${ids()[0]} took more than 200 ms to start: killed`,
      }),
    ]);
  });

  it('kills a worker once if it neither starts nor stops in time', async () => {
    workersDo('other');
    const errors: unknown[] = [];
    const times = {
      workers: 1,
      workerTimeout: 200,
      onError: (error: unknown) => {
        errors.push(error);
        times.workerTimeout = 0;
        void pool.close();
        // Its time to stop passes too, before this process can notice its exit.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      },
    };
    const pool = new WorkerPool(times);
    made.push({ pool, times });
    await pool.start();
    await pool.close();
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringContaining('200 ms to start: killed') }),
    ]);
  });

  it('kills a worker that does not stop in time', async () => {
    workersDo('deaf');
    const { pool, errors, times } = poolOf();
    await pool.start();
    times.workerTimeout = 50;
    await pool.close();
    expect([forkedWorkers()[0]?.ended, errors]).toEqual([
      'SIGKILL',
      [
        expect.objectContaining({
          code: 'WORKER_FAILED',
          message: `worker ${ids()[0]} took more than 50 ms to stop: killed`,
        }),
      ],
    ]);
  });

  it('that closes while its workers start stops them, and its start succeeds', async () => {
    workersDo('other');
    const { pool, errors } = poolOf();
    const starting = pool.start();
    await waitForWorkers(() => forkedWorkers()[0]?.messages.length === 3);
    await pool.close();
    await starting;
    expect([forkedWorkers()[0]?.ended, errors]).toEqual([20, []]);
  });

  it('lets a worker stop that received a signal and asks, and replaces it', async () => {
    const { pool, errors } = await started();
    const [asking] = forkedWorkers();
    asking?.worker.send('ask');
    await waitForWorkers(() => asking?.ended !== null && pool.ready);
    expect([asking?.ended, forkedWorkers().length]).toEqual([10, 2]);
    expect(errors).toEqual([
      expect.objectContaining({ message: `worker ${asking?.id} exited with 10` }),
    ]);
  });

  it('reports errors of the channel to a worker', async () => {
    const { errors } = await started();
    const error = new Error('channel');
    forkedWorkers()[0]?.worker.emit('error', error);
    expect(errors).toEqual([error]);
  });
});

describe('a worker that exits unexpectedly', () => {
  it('is reported and replaced, as often as it takes', async () => {
    const { pool, errors } = await started();
    workersDo('fail');
    forkedWorkers()[0]?.worker.send('crash');
    await waitForWorkers(() => errors.length === 2);
    expect([pool.ready, pool.ids]).toEqual([false, []]);
    workersDo('tell');
    await waitForWorkers(() => pool.ready);
    const [first, second, third] = ids();
    expect([pool.ids, errors]).toEqual([
      [third],
      [
        expect.objectContaining({
          code: 'WORKER_FAILED',
          message: `worker ${first} exited with 3`,
        }),
        expect.objectContaining({ message: `worker ${second} exited with 1` }),
      ],
    ]);
  });

  it.each([
    ['refuses a process', refuseProcesses, 'WORKER_FAILED'],
    ['has no memory for one', failForks, 'ERR_INVALID_ARG_VALUE'],
  ])('is replaced even if the system %s at first', async (_, refuse, code) => {
    const { pool, errors } = await started();
    refuse();
    forkedWorkers()[0]?.worker.send('crash');
    await waitForWorkers(() => errors.length === 2);
    allowProcesses();
    await waitForWorkers(() => pool.ready);
    expect(errors).toMatchObject([{ code: 'WORKER_FAILED' }, { code }]);
  });

  it('is not replaced if the pool closes in the meantime', async () => {
    const { pool, errors } = await started();
    const before = await timers();
    forkedWorkers()[0]?.worker.send('crash');
    await waitForWorkers(() => errors.length === 1);
    await pool.close();
    expect([await timers(), forkedWorkers().length]).toEqual([before, 1]);
  });
});

describe('a restart', () => {
  it('replaces the workers one after the other: each stops when its successor listens', async () => {
    const { pool, errors } = await started(2);
    const old = pool.ids;
    const restarting = pool.restart();
    await waitForWorkers(() => forkedWorkers().length === 3);
    expect(pool.ids).toEqual(old);
    await waitForWorkers(() => forkedWorkers().length === 4);
    expect(pool.ids).toEqual([old[1], ids()[2]]);
    await restarting;
    expect(pool.ids).toEqual(ids().slice(2));
    expect(forkedWorkers().map(({ ended }) => ended)).toEqual([10, 10, null, null]);
    expect(errors).toEqual([]);
  });

  it('is one for all calls before it begins, and later calls restart after it', async () => {
    const { pool } = await started();
    const first = pool.restart();
    expect(pool.restart()).toBe(first);
    await waitForWorkers(() => forkedWorkers().length === 2);
    const second = pool.restart();
    expect([second === first, pool.restart() === second]).toEqual([false, true]);
    await first;
    expect([forkedWorkers()[0]?.ended, forkedWorkers().length]).toEqual([10, 2]);
    await second;
    expect(forkedWorkers().map(({ ended }) => ended)).toEqual([10, 10, null]);
  });

  it('fails if a successor does not start, keeps the others, and can be repeated', async () => {
    const { pool, errors } = await started(2);
    const old = pool.ids;
    workersDo('fail');
    await expect(pool.restart()).rejects.toMatchObject({ code: 'WORKER_FAILED' });
    expect([pool.ids, forkedWorkers().length, errors]).toEqual([old, 3, []]);
    workersDo('tell');
    await pool.restart();
    expect(pool.ids).toEqual(ids().slice(3));
  });

  /** A pool of one worker, which has exited while its successor is stopped before it listens. */
  async function crashed(successorDoes: 'tell' | 'fail') {
    const { pool, errors } = await started();
    const [old] = forkedWorkers();
    workersDo(successorDoes);
    cluster.once('fork', (successor) => successor.process.kill('SIGSTOP'));
    const restarting = pool.restart();
    await waitForWorkers(() => forkedWorkers().length === 2);
    const exit = exitOf(old as Forked);
    old?.worker.send('crash');
    await exit;
    return { pool, errors, old, restarting };
  }

  it('replaces a worker that exits while its successor starts by that one alone', async () => {
    const { pool, errors, old, restarting } = await crashed('tell');
    forkedWorkers()[1]?.worker.process.kill('SIGCONT');
    await restarting;
    await waitForWorkers(() => errors.length === 1);
    // Longer than the first pause before a replacement.
    await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE));
    expect([pool.ids, forkedWorkers().length]).toEqual([[ids()[1]], 2]);
    expect(errors).toMatchObject([{ message: `worker ${old?.id} exited with 3` }]);
  });

  it('replaces a worker that exits while its successor does not start', async () => {
    const { pool, errors, old, restarting } = await crashed('fail');
    workersDo('tell');
    forkedWorkers()[1]?.worker.process.kill('SIGCONT');
    await expect(restarting).rejects.toMatchObject({ code: 'WORKER_FAILED' });
    await waitForWorkers(() => pool.ready);
    expect([pool.ids, forkedWorkers().length]).toEqual([[ids()[2]], 3]);
    expect(errors).toMatchObject([{ message: `worker ${old?.id} exited with 3` }]);
  });

  it('does not replace a worker that failed in the meantime a second time', async () => {
    const { pool, errors } = await started(2);
    cluster.once('fork', (successor) => successor.process.kill('SIGSTOP'));
    const restarting = pool.restart();
    forkedWorkers()
      .find(({ id }) => id === pool.ids[1])
      ?.worker.send('crash');
    await waitForWorkers(() => errors.length === 1);
    forkedWorkers()[2]?.worker.process.kill('SIGCONT');
    await restarting;
    await waitForWorkers(() => pool.ids.length === 2);
    expect([forkedWorkers().length, errors.length]).toEqual([4, 1]);
  });

  it('starts nothing more when the pool closes, which waits for the workers that leave', async () => {
    workersDo('deaf');
    const { pool, times } = poolOf(2);
    await pool.start();
    workersDo('tell');
    const restarting = pool.restart();
    await waitForWorkers(() => pool.ids.length === 2 && pool.ids[1] === ids()[2]);
    times.workerTimeout = 500;
    await pool.close();
    const ended = forkedWorkers().map((worker) => worker.ended);
    expect([ended.slice(0, 2), ended[2] === null]).toEqual([['SIGKILL', 'SIGKILL'], false]);
    await restarting;
    expect(forkedWorkers()).toHaveLength(3);
    await pool.restart();
    expect(forkedWorkers()).toHaveLength(3);
  });

  it('waits for nobody who exited by itself', async () => {
    const { pool } = await started();
    const [old] = forkedWorkers();
    const restarting = pool.restart();
    await waitForWorkers(() => forkedWorkers().length === 2);
    old?.worker.disconnect();
    expect(await exitOf(old as never)).toBe(20);
    await restarting;
  });
});
