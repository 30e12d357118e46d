import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { waitForEvent } from '../../../tooling/testing/wait-for.js';
import { frame, type RawClient, rawClient } from './clients.js';
import { closeServers, type Served, servedSocket } from './served.js';

afterEach(async () => {
  await closeServers();
  jest.restoreAllMocks();
});

/** No other timer of this process has it. */
const HEARTBEAT = 987_654;

type End = (server: Served, clients: readonly RawClient[]) => unknown;

const each =
  (end: (client: RawClient) => unknown): End =>
  (_, clients) =>
    clients.map(end);

const ends: readonly (readonly [string, End])[] = [
  ['clients close', each(({ socket }) => socket.write(frame('', 8)))],
  ['clients end their side', each(({ socket }) => socket.end())],
  ['clients reset them', each(({ socket }) => socket.resetAndDestroy())],
  ['clients break the protocol', each(({ socket }) => socket.write(frame('', 3)))],
  ['the server closes', (server) => server.close()],
];

describe('heartbeats', () => {
  it.each(ends)('stop with their connections if %s', async (_, end) => {
    const started = jest.spyOn(globalThis, 'setInterval');
    const stopped = jest.spyOn(globalThis, 'clearInterval');
    let closed = 0;
    let allClosed = (): void => undefined;
    const closing = new Promise<void>((resolve) => (allClosed = resolve));
    const server = await servedSocket({
      heartbeat: HEARTBEAT,
      onClose: () => {
        if (++closed === 3) allClosed();
      },
    });
    const clients = await Promise.all([0, 1, 2].map(() => rawClient(server.port)));
    await end(server, clients);
    await waitForEvent('the ends', closing);
    const timers = started.mock.results
      .filter((_result, at) => started.mock.calls[at]?.[1] === HEARTBEAT)
      .map(({ value }) => value);
    const left = timers.filter((timer) => !stopped.mock.calls.some(([one]) => one === timer));
    expect([timers.length, left.length]).toEqual([3, 0]);
    for (const { socket } of clients) socket.destroy();
  });
});
