import { afterEach, describe, expect, it } from '@jest/globals';
import cluster from 'node:cluster';
import {
  endWorkers,
  exitOf,
  type Forked,
  forkedWorkers,
  programsDo,
  waitForWorkers,
} from '../../test/pool-workers.js';
import { ASK, END } from './cluster-worker.js';

afterEach(endWorkers);

const LISTENING = { mortise: 'listening', url: 'http://127.0.0.1:7', port: 7 };
const said = (...words: unknown[]) => ({ said: words });

/** A worker of test/cluster-program.ts that has got as far as a message. */
async function workerAt(message: unknown, does: string, options: object = {}): Promise<Forked> {
  programsDo(does, options);
  cluster.fork();
  await waitForWorkers(() => hasSent(forkedWorkers().at(-1), message));
  return forkedWorkers().at(-1) as Forked;
}

function hasSent(worker: Forked | undefined, message: unknown): boolean {
  const texts = worker?.messages.map((sent) => JSON.stringify(sent));
  return texts?.includes(JSON.stringify(message)) === true;
}

describe('a worker', () => {
  it('says that it listens, and ignores other messages and SIGHUP', async () => {
    const worker = await workerAt(said('served', null), '');
    expect(worker.messages).toEqual([said('start'), LISTENING, said('served', null)]);
    process.kill(worker.id, 'SIGHUP');
    worker.worker.send('of the application');
    worker.worker.send(END);
    expect(await exitOf(worker)).toBe(0);
  });

  it.each([
    [500, {}],
    [70, { idleTimeout: 70 }],
  ])(
    'that is told to stop closes with an idleTimeout of %i, then exits with 0',
    async (ms, given) => {
      const worker = await workerAt(said('served', null), '', given);
      worker.worker.send(END);
      expect(await exitOf(worker)).toBe(0);
      expect(worker.messages.slice(3)).toEqual([
        said('close', { idleTimeout: ms, ...given }),
        said('closed'),
      ]);
    },
  );

  it('stops when the channel is closed, and exits with 0', async () => {
    const worker = await workerAt(said('served', null), '');
    worker.worker.process.disconnect();
    expect(await exitOf(worker)).toBe(0);
  });

  it('that is told to stop while it starts exits with 0, and closes nothing', async () => {
    const worker = await workerAt(said('start'), 'hang');
    worker.worker.send(END);
    expect(await exitOf(worker)).toBe(0);
    expect(worker.messages).toEqual([said('start'), said('closed')]);
  });

  it('that cannot start says why, and exits with 1', async () => {
    const worker = await workerAt(said('error', 'Error: broken'), 'fail');
    expect(await exitOf(worker)).toBe(1);
    expect(worker.messages).toEqual([said('start'), said('error', 'Error: broken')]);
  });

  it('that receives a signal asks first, and stops when it gets no answer', async () => {
    const worker = await workerAt(said('served', null), '');
    process.kill(worker.id, 'SIGTERM');
    expect(await exitOf(worker)).toBe(0);
    expect(worker.messages.slice(3)).toEqual([
      ASK,
      said('close', { idleTimeout: 500 }),
      said('closed'),
    ]);
  });

  it('that receives one of its own signals a second time exits with 1', async () => {
    const worker = await workerAt(said('served', null), 'stay', { signals: ['SIGUSR2'] });
    process.kill(worker.id, 'SIGUSR2');
    await waitForWorkers(() => hasSent(worker, ASK));
    process.kill(worker.id, 'SIGUSR2');
    expect(await exitOf(worker)).toBe(1);
  });
});
