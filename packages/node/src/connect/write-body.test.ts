import { afterEach, describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import type { ServerResponse } from 'node:http';
import { closeNative, nativeResponses } from '../../test/native-responses.js';
import { bytes } from '../../test/serving.js';
import { waitForEvent } from '../../test/wait-for.js';
import { writeBody } from './write-body.js';

afterEach(closeNative);

/** A body of chunks, and whether it was closed. */
function chunked(...chunks: Uint8Array[]) {
  async function* source() {
    for (const chunk of chunks) yield await Promise.resolve(chunk);
  }
  const body = factories.createStreamFromResource(source());
  const state = { body, closed: 0 };
  const close = body.close.bind(body);
  body.close = () => {
    state.closed++;
    close();
  };
  return state;
}

/** Notes what is passed to `write` and `end`. */
function noting(outgoing: ServerResponse, result?: unknown) {
  const given: unknown[] = [];
  Object.assign(outgoing, {
    write: (...args: unknown[]) => {
      given.push(['write', ...args]);
      return result;
    },
    end: (...args: unknown[]) => void given.push(['end', ...args]),
  });
  return given;
}

describe('a body in memory', () => {
  it.each([
    ['text', 'abc', 'abc'],
    ['bytes', bytes('abc'), Buffer.from('abc')],
    ['a part of other bytes', bytes('xabcx').subarray(1, 4), Buffer.from('abc')],
  ])('is written at once: %s', async (_, content, written) => {
    const { outgoing } = await nativeResponses();
    const given = noting(outgoing);
    expect(writeBody(factories.createStream(content), outgoing)).toBeUndefined();
    expect(given).toEqual([['end', written]]);
  });

  it('is written as a whole, though it was read', async () => {
    const { outgoing } = await nativeResponses();
    const given = noting(outgoing);
    const body = factories.createStream('abc');
    await body.read(2);
    expect(writeBody(body, outgoing)).toBeUndefined();
    expect(given.map(String)).toEqual(['end,abc']);
    expect(body.tell()).toBe(0);
  });
});

describe('a body in chunks', () => {
  it('is written chunk by chunk as buffers, and closed', async () => {
    const { outgoing } = await nativeResponses();
    const given = noting(outgoing);
    const state = chunked(bytes('ab'), bytes('xcx').subarray(1, 2));
    await waitForEvent('the end', writeBody(state.body, outgoing) ?? Promise.resolve());
    expect(given).toEqual([['write', Buffer.from('ab')], ['write', Buffer.from('c')], ['end']]);
    expect(state.closed).toBeGreaterThan(0);
  });

  it('waits for drain after a write that says so, and not longer', async () => {
    const { outgoing } = await nativeResponses();
    const given = noting(outgoing, false);
    const writing = writeBody(chunked(bytes('a'), bytes('b')).body, outgoing);
    const turns = async () => {
      for (let at = 0; at < 5; at++) await new Promise(setImmediate);
    };
    await turns();
    expect(given).toHaveLength(1);
    outgoing.emit('drain');
    await turns();
    expect(given).toHaveLength(2);
    outgoing.emit('drain');
    await waitForEvent('the end', writing ?? Promise.resolve());
    expect(given.at(-1)).toEqual(['end']);
  });

  it('fails if the client is gone, and is closed', async () => {
    const { outgoing, wire } = await nativeResponses();
    const state = chunked(Buffer.alloc(8 * 1024 * 1024), bytes('b'));
    const writing = expect(writeBody(state.body, outgoing)).rejects.toMatchObject({
      code: 'REQUEST_ABORTED',
    });
    await wire.hear((text) => text !== '');
    wire.destroy();
    await waitForEvent('the rejection', writing);
    expect(state.closed).toBeGreaterThan(0);
  });

  it('fails at the first chunk if the client was gone before', async () => {
    const { outgoing } = await nativeResponses();
    outgoing.destroy();
    const state = chunked(bytes('a'));
    await waitForEvent(
      'the rejection',
      expect(writeBody(state.body, outgoing)).rejects.toMatchObject({ code: 'REQUEST_ABORTED' }),
    );
  });

  it('has one listener for all chunks, and none at the end', async () => {
    const { outgoing } = await nativeResponses();
    const listeners = () => [outgoing.listenerCount('drain'), outgoing.listenerCount('close')];
    const [drain = 0, close = 0] = listeners();
    const during: number[][] = [];
    Object.assign(outgoing, { write: () => during.push(listeners()) });
    await waitForEvent(
      'the end',
      writeBody(chunked(bytes('a'), bytes('b')).body, outgoing) ?? Promise.resolve(),
    );
    expect(during).toEqual([
      [drain + 1, close + 1],
      [drain + 1, close + 1],
    ]);
    expect(listeners()).toEqual([drain, close]);
  });
});
