import { afterEach, describe, expect, it } from '@jest/globals';
import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { closeNative, nativeResponses } from '../../test/native-responses.js';
import { answer, closeServers, serving, sleep } from '../../test/serving.js';
import { waitFor } from '../../test/wait-for.js';
import { get, lastGet, readResponses, talk } from '../../test/wire.js';
import { beginWriteTimeout, endWriteTimeout } from './write-timeout.js';

afterEach(closeNative);
afterEach(closeServers);

// More than the buffers of a system accept at once: some are configured for 32 MiB.
const LARGE = 40_000_000;

describe('the time in which a client must read', () => {
  it('begins immediately for the response that is being sent', async () => {
    const { outgoing } = await nativeResponses();
    beginWriteTimeout(outgoing, 12_345);
    expect(outgoing.req.socket.timeout).toBe(12_345);
  });

  it('begins for a pipelined response after those before it', async () => {
    const { outgoing, responses } = await nativeResponses(get().repeat(2), 2);
    const { socket } = outgoing.req;
    beginWriteTimeout(responses[1] ?? outgoing, 12_345);
    expect(socket.timeout).not.toBe(12_345);
    outgoing.end('x');
    await waitFor(() => socket.timeout === 12_345);
  });

  it.each<[string, { queued?: number; written?: number }]>([
    ['took a part of the bytes that wait', { queued: 5 }],
    ['took all of them, and as many wait again', { written: 20 }],
  ])('begins again for a client that %s while the process stood still', async (_, progress) => {
    const { socket, pass } = stalled();
    pass(progress);
    await setImmediate();
    expect([socket.destroyed, socket.timeout]).toEqual([false, 12_345]);
    pass();
    await setImmediate();
    expect(socket.destroyed).toBe(true);
  });

  it('is over for a client that took everything while the process stood still', async () => {
    const { socket, outgoing, pass } = stalled();
    pass();
    endWriteTimeout(outgoing);
    await setImmediate();
    expect([socket.destroyed, outgoing.listenerCount('timeout')]).toEqual([false, 0]);
  });

  it('does not pass while a response waits for the handler of the one before it', async () => {
    const limits = { writeTimeout: 50 };
    const handle = async (target: string) => {
      if (target === '/slow') await sleep(200);
      return answer(target);
    };
    const { port } = await serving((request) => handle(request.getRequestTarget()), { limits });
    const text = await talk(port, get('/slow') + lastGet('/fast'));
    expect(readResponses(text, true).map(({ body }) => String(body))).toEqual(['/slow', '/fast']);
  });

  it('passes for a pipelined response after one that the client has read', async () => {
    const body = Buffer.alloc(LARGE);
    const errors: unknown[] = [];
    const { port } = await serving(
      (request) => {
        request.getLifetime().onEnd(({ error }) => void errors.push(error));
        return answer(body);
      },
      { limits: { writeTimeout: 1_000, unsentBytes: 4 * LARGE } },
    );
    const client = connect(port, '127.0.0.1').on('error', () => undefined);
    let received = 0;
    client.on('data', ({ length }) => {
      received += length;
      if (received > LARGE) client.pause();
    });
    client.write(get().repeat(2));
    await waitFor(() => errors.length === 2);
    expect(errors).toMatchObject([null, { code: 'REQUEST_ABORTED' }]);
    client.destroy();
  });
});

/** A response of which ten bytes wait; `pass` lets its time pass, after which the system says what the client took. */
function stalled() {
  const handle = { writeQueueSize: 10, close: () => undefined };
  const socket = Object.assign(new Socket(), { _handle: handle });
  let written = 10;
  Object.defineProperty(socket, 'bytesWritten', { get: () => written });
  const outgoing = new ServerResponse(new IncomingMessage(socket));
  outgoing.assignSocket(socket);
  beginWriteTimeout(outgoing, 12_345);
  const pass = (progress: { queued?: number; written?: number } = {}): void => {
    outgoing.emit('timeout');
    handle.writeQueueSize = progress.queued ?? handle.writeQueueSize;
    written = progress.written ?? written;
  };
  return { socket, outgoing, pass };
}
