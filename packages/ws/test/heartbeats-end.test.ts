import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor, waitForEvent } from '../../../tooling/testing/wait-for.js';
import { frame, type RawClient, rawClient } from './clients.js';
import { closeServers, held, type Served, servedSocket } from './served.js';

afterEach(async () => {
  await closeServers();
  jest.restoreAllMocks();
});

/** No other timer of this process has it. */
const HEARTBEAT = 987_654;

type SetTimer = typeof globalThis.setInterval;
type StopTimer = typeof globalThis.clearInterval;
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
    expect(timersOf(started, stopped)).toEqual({ started: 3, left: 0 });
    for (const { socket } of clients) socket.destroy();
  });

  // Later, a client that has closed, or has yet to reply, would look dead.
  it.each([
    ['this side closes, before the client replies', [frame('close')]],
    ['the client closes, even while a callback is pending', [frame('wait'), frame('', 8)]],
  ])('stop when %s', async (_, frames) => {
    const started = jest.spyOn(globalThis, 'setInterval');
    const stopped = jest.spyOn(globalThis, 'clearInterval');
    const { held: pending, release } = held();
    let closed = 0;
    const server = await servedSocket({
      heartbeat: HEARTBEAT,
      onMessage: (socket, message) => {
        if (message === 'wait') return pending;
        socket.close();
        return undefined;
      },
      onClose: () => void closed++,
    });
    const { socket } = await rawClient(server.port);
    for (const each of frames) socket.write(each);
    await waitFor(() => timersOf(started, stopped).left === 0);
    expect([timersOf(started, stopped).started, closed]).toEqual([1, 0]);
    release();
    socket.destroy();
  });
});

/** How many heartbeats were started, and how many of them run. */
function timersOf(started: jest.SpiedFunction<SetTimer>, stopped: jest.SpiedFunction<StopTimer>) {
  const { calls, results } = started.mock;
  const timers = results
    .filter((_result, at) => calls[at]?.[1] === HEARTBEAT)
    .map(({ value }) => value);
  const left = timers.filter((timer) => !stopped.mock.calls.some(([one]) => one === timer));
  return { started: timers.length, left: left.length };
}
