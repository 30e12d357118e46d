import { afterEach, describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { closeNative, nativeResponses } from '../../test/native-responses.js';
import { waitFor, waitForEvent } from '../../test/wait-for.js';
import { get, readResponses } from '../../test/wire.js';
import { ChunkWriter } from './chunk-writer.js';
import { ResponseHeaders } from './response-headers.js';

afterEach(closeNative);

const TIMEOUT = 12_345;

/** A writer of a response to a real client. */
async function writing(length = -1, requests = 1) {
  const native = await nativeResponses(get().repeat(requests), requests);
  const outgoing = native.responses[requests - 1] ?? native.outgoing;
  const framing = length === -1 ? [] : ['Content-Length', String(length)];
  const fields = new ResponseHeaders(['X-A', 'b']);
  fields.list.push(...framing);
  const sent = { bytes: 0, isWhole: false };
  const writer = new ChunkWriter(
    { status: 200, reason: 'Fine', fields },
    outgoing,
    length,
    TIMEOUT,
    sent,
  );
  return { ...native, outgoing, writer, sent };
}

/** More than the kernel takes of a client that does not read. */
const LARGE = Buffer.alloc(8 * 1024 * 1024);

describe('the head of a streamed response', () => {
  it('is sent with the first chunk', async () => {
    const { writer, outgoing, wire } = await writing();
    expect(outgoing.headersSent).toBe(false);
    writer.write(Buffer.from('x'));
    expect(outgoing.headersSent).toBe(true);
    writer.finish();
    outgoing.end();
    await wire.hear((text) => text.endsWith('0\r\n\r\n'));
    const [response] = readResponses(wire.heard, false);
    expect(response).toMatchObject({ status: 200, reason: 'Fine' });
    expect(response?.fields.get('x-a')).toEqual(['b']);
  });

  it('is sent after one turn without a chunk', async () => {
    const { outgoing, wire } = await writing();
    expect(outgoing.headersSent).toBe(false);
    expect(await wire.hear((text) => text.endsWith('\r\n\r\n'))).toMatch(/^HTTP\/1\.1 200 Fine/);
  });

  it('is sent if there is no chunk at all', async () => {
    const { writer, outgoing } = await writing();
    writer.finish();
    expect(outgoing.headersSent).toBe(true);
  });

  it('is not sent to a client that is gone', async () => {
    const { outgoing } = await writing();
    outgoing.destroy();
    await setImmediate();
    await setImmediate();
    expect(outgoing.headersSent).toBe(false);
  });
});

describe('a streamed body', () => {
  it('can have exactly the length that was declared', async () => {
    const { writer, outgoing, wire, sent } = await writing(5);
    writer.write(Buffer.from('ab'));
    writer.write(Buffer.from('cde'));
    writer.write(Buffer.from(''));
    writer.finish();
    outgoing.end();
    await wire.hear((text) => text.endsWith('abcde'));
    expect(sent.bytes).toBe(5);
  });

  it('cannot be longer, and nothing of the chunk is sent', async () => {
    const { writer, sent } = await writing(5);
    writer.write(Buffer.from('abc'));
    expect(() => writer.write(Buffer.from('def'))).toThrow(
      expect.objectContaining({
        code: 'RESPONSE_LENGTH_MISMATCH',
        status: 500,
        message:
          "the body is longer than the response's Content-Length (bytes left: 2): set its exact length, or none",
      }),
    );
    expect(sent.bytes).toBe(3);
  });

  it('cannot be shorter', async () => {
    const { writer } = await writing(5);
    writer.write(Buffer.from('abcd'));
    expect(() => {
      writer.finish();
    }).toThrow(
      expect.objectContaining({
        code: 'RESPONSE_LENGTH_MISMATCH',
        message:
          "the body is shorter than the response's Content-Length (bytes missing: 1): set its exact length, or none",
      }),
    );
  });

  it('cannot have a byte if its length is 0', async () => {
    const { writer } = await writing(0);
    expect(() => writer.write(Buffer.from('a'))).toThrow(
      expect.objectContaining({ code: 'RESPONSE_LENGTH_MISMATCH' }),
    );
  });

  it('can have any length if none was declared', async () => {
    const { writer, sent } = await writing();
    writer.write(Buffer.from('abc'));
    writer.write(Buffer.from('defg'));
    writer.finish();
    expect(sent.bytes).toBe(7);
  });

  it('is not complete for a client that is gone', async () => {
    const { writer, outgoing } = await writing();
    outgoing.destroy();
    expect(() => {
      writer.finish();
    }).toThrow(expect.objectContaining({ code: 'REQUEST_ABORTED' }));
  });
});

describe('a writer whose client does not read', () => {
  it('says so, and waits for it no longer than the timeout', async () => {
    const { writer, outgoing, wire } = await writing();
    wire.socket.pause();
    expect(writer.write(Buffer.from('x'))).toBe(true);
    expect(writer.write(LARGE)).toBe(false);
    const { socket } = outgoing.req;
    const drained = writer.drained();
    expect(socket.timeout).toBe(TIMEOUT);
    wire.socket.resume();
    await waitForEvent('the client to read', drained);
    expect(socket.timeout).toBe(0);
  });

  it('keeps no listener after the wait', async () => {
    const { writer, outgoing, wire } = await writing();
    const listeners = () => [outgoing.listenerCount('drain'), outgoing.listenerCount('close')];
    const before = listeners();
    writer.write(LARGE);
    await waitForEvent('the client to read', writer.drained());
    expect(listeners()).toEqual(before);
    writer.write(LARGE);
    const drained = expect(writer.drained()).rejects.toMatchObject({ code: 'REQUEST_ABORTED' });
    wire.destroy();
    await waitForEvent('the client to be gone', drained);
    expect(outgoing.listenerCount('drain')).toBe(before[0]);
  });

  it('fails at once if the client is gone already', async () => {
    const { writer, outgoing } = await writing();
    outgoing.destroy();
    await waitForEvent(
      'a rejection',
      expect(writer.drained()).rejects.toMatchObject({ code: 'REQUEST_ABORTED' }),
    );
  });
});

describe('a stream of Node flows on', () => {
  /** A response of which so many bytes wait; the kernel takes nothing meanwhile. */
  async function waiting(bytes: number, requests = 1) {
    const given = await writing(-1, requests);
    given.outgoing.cork();
    given.writer.write(Buffer.alloc(1));
    given.writer.write(Buffer.alloc(bytes - given.outgoing.writableLength));
    return given;
  }

  const LIMIT = 512 * 1024;

  it.each([
    ['while less than 512 KiB wait', LIMIT - 1, true],
    ['not when they do', LIMIT, false],
  ])('%s', async (_, bytes, flows) => {
    const { writer, outgoing } = await waiting(LIMIT - 100_000);
    const rest = bytes - outgoing.writableLength;
    Object.defineProperty(outgoing, 'writableLength', { value: outgoing.writableLength + rest });
    expect(writer.mayFlow).toBe(flows);
  });

  it('not in a response that waits for another one', async () => {
    const { writer } = await waiting(1_000, 2);
    expect(writer.mayFlow).toBe(false);
  });

  it('not if the client is gone', async () => {
    const { writer, outgoing } = await waiting(1_000);
    expect(writer.mayFlow).toBe(true);
    outgoing.destroy();
    await waitFor(() => !writer.mayFlow);
  });
});
