import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { chunkOverhead } from './chunk-overhead.js';

const INTERVAL = 100;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** A request with a chunked body, of which a test says how many bytes the socket has read. */
function limited() {
  const socket = new Socket();
  let bytesRead = 500;
  Object.defineProperty(socket, 'bytesRead', { get: () => bytesRead });
  const incoming = new IncomingMessage(socket);
  let refusals = 0;
  chunkOverhead(INTERVAL)(incoming, () => refusals++);
  return {
    socket,
    incoming,
    reads: (bytes: number) => (bytesRead += bytes),
    refusals: () => refusals,
  };
}

const check = (): void => {
  jest.advanceTimersByTime(2 * INTERVAL);
};

describe('a chunked body', () => {
  // 16 KiB and a read of 64 KiB, then 8 bytes and itself for each byte of payload.
  it.each([
    ['may have 80 KiB before its first byte', 0, 81_920, 0],
    ['is refused at the next byte', 0, 81_921, 1],
    ['may have 8 bytes more for each byte of payload', 100, 81_920 + 900, 0],
    ['is refused for one more than that', 100, 81_920 + 901, 1],
  ])('%s, even if nothing follows', (_, payload, bytes, refused) => {
    const { incoming, reads, refusals } = limited();
    if (payload > 0) incoming.push(Buffer.alloc(payload));
    reads(bytes);
    check();
    expect(refusals()).toBe(refused);
  });

  it.each([
    ['accepted', 0],
    ['refused', 1],
  ])('is %s when its payload arrives', (_, more) => {
    const { incoming, reads, refusals } = limited();
    reads(81_920 + 900 + more);
    incoming.push(Buffer.alloc(100));
    expect(refusals()).toBe(more);
  });

  it('counts all of its payload', () => {
    const { incoming, reads, refusals } = limited();
    for (let at = 0; at < 10; at++) {
      reads(9_000);
      incoming.push(Buffer.alloc(1_000));
    }
    reads(81_920);
    check();
    expect(refusals()).toBe(0);
    reads(1);
    check();
    expect(refusals()).toBe(1);
  });

  it('passes its payload on', () => {
    const { incoming } = limited();
    expect(incoming.push('abc')).toBe(true);
    expect(incoming.read()).toEqual(Buffer.from('abc'));
  });

  it('is refused once, and left alone from then on', () => {
    const { incoming, reads, refusals } = limited();
    reads(1_000_000);
    incoming.push('x');
    incoming.push('x');
    check();
    expect(refusals()).toBe(1);
    expect([Object.hasOwn(incoming, 'push'), jest.getTimerCount()]).toEqual([false, 0]);
  });

  it('is not checked any more after its end', () => {
    const { incoming, reads, refusals } = limited();
    incoming.push(null);
    expect(Object.hasOwn(incoming, 'push')).toBe(false);
    reads(1_000_000);
    check();
    expect([refusals(), jest.getTimerCount()]).toEqual([0, 0]);
  });

  it.each<[string, (body: ReturnType<typeof limited>) => unknown]>([
    ['it is complete', ({ incoming }) => (incoming.complete = true)],
    ['its connection is closed', ({ socket }) => socket.destroy()],
  ])('is not checked any more once %s', (_, end) => {
    const body = limited();
    check();
    expect(jest.getTimerCount()).toBe(1);
    end(body);
    jest.advanceTimersByTime(4 * INTERVAL);
    expect(jest.getTimerCount()).toBe(0);
  });
});
