import { afterEach, beforeEach, jest } from '@jest/globals';
import type { ServerLimits } from '../src/index.js';
import { answer, closeServers, type Handle, serving } from './serving.js';
import { get, readResponses, Wire } from './wire.js';

/** Says whether a server takes an amount of something without complaint. */
export type Takes = (amount: number) => Promise<boolean>;

/** Milliseconds between two checks of the timeouts, whose clock is not the real one here. */
export const CHECK = 20;
const DAY = 86_400_000;
const PATIENT: Partial<ServerLimits> = {
  bodyIdleTimeout: DAY,
  bodyMinRate: 0,
  bodyTimeout: DAY,
  checkInterval: CHECK,
  handlerTimeout: DAY,
  headersTimeout: DAY,
  keepAliveTimeout: DAY,
  requestTimeout: DAY,
  writeTimeout: DAY,
};

const wires: Wire[] = [];

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});

afterEach(async () => {
  jest.useRealTimers();
  for (const wire of wires.splice(0)) wire.destroy();
  await closeServers();
});

export const served = (limits: Partial<ServerLimits>, handle: Handle = () => answer('x')) =>
  serving(handle, { http2: true, limits: { ...PATIENT, ...limits } });

export function dial<W extends Wire>(wire: W): W {
  wires.push(wire);
  return wire;
}

/** Waits for what needs no timer. */
export async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; !condition(); turn++) {
    if (turn === 100_000) throw new Error(`still not true: ${condition.toString()}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The status that a text sent on a connection of its own gets. */
export async function statusOf(port: number, text: string): Promise<number> {
  const wire = dial(new Wire(port)).send(text);
  await until(() => wire.heard.includes('\r\n\r\n') || wire.closed);
  return readResponses(wire.heard, wire.closed)[0]?.status ?? 0;
}

export const post = (body: string, length = body.length) =>
  `${get('/').replace('GET', 'POST').slice(0, -2)}Content-Length: ${length}\r\n\r\n${body}`;

export const readWhole: Handle = async (asked) => answer(await asked.getBody().getContents());

/** A server that reads a body of which the first byte alone comes; takes milliseconds to pass. */
export function bodyWithin(limits: Partial<ServerLimits>): Takes {
  return async (ms) => {
    let reading = false;
    const { port } = await served(limits, (asked) => {
      reading = true;
      return readWhole(asked);
    });
    const wire = dial(new Wire(port)).send(post('x', 2));
    await until(() => reading);
    await passes(ms);
    return !(await hears(wire, () => wire.heard !== ''));
  };
}

/** Lets time pass for timers and `performance.now()`. */
export async function passes(ms: number): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await jest.advanceTimersByTimeAsync(ms);
}

/** Whether something is heard in the next turns of the event loop. */
export async function hears(wire: Wire, isHeard: () => boolean): Promise<boolean> {
  for (let turn = 0; turn < 200; turn++) {
    if (isHeard() || wire.closed) return true;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return false;
}

/** A server that reads a body which arrives, at once, after some time of waiting. */
export async function bodyAfter(limits: Partial<ServerLimits>, bytes: number, ms: number) {
  let reading = false;
  const { port } = await served(limits, (asked) => {
    reading = true;
    return readWhole(asked);
  });
  const wire = dial(new Wire(port)).send(post('', bytes));
  await until(() => reading);
  await passes(ms);
  wire.send('x'.repeat(bytes));
  await until(() => wire.heard.includes('\r\n\r\n'));
  return readResponses(wire.heard, wire.closed)[0]?.status === 200;
}

/** A server whose handler does not respond; takes milliseconds to pass. */
export function handlesFor(limits: Partial<ServerLimits>): Takes {
  return async (ms) => {
    let handled = false;
    const { port } = await served(limits, () => {
      handled = true;
      return new Promise<never>(() => undefined);
    });
    const wire = dial(new Wire(port)).send(get());
    await until(() => handled);
    await passes(ms);
    return !(await hears(wire, () => wire.heard !== ''));
  };
}
