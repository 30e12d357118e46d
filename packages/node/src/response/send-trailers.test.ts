import { afterEach, describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { closeNative, nativeResponses } from '../../test/native-responses.js';
import { get } from '../../test/wire.js';
import { sendTrailers, trailersFor } from './send-trailers.js';
import { trailedBody } from './trailed-body.js';

afterEach(closeNative);

const fields = { 'X-A': () => 'a' };

/** The trailers for a client that sends this `TE`. */
function trailersWith(te: string | undefined, httpVersion = '1.1', trailed = true) {
  const incoming = Object.assign(new IncomingMessage(new Socket()), { httpVersion });
  if (te !== undefined) incoming.headers.te = te;
  const body = factories.createStream('x');
  return trailersFor(incoming, trailed ? trailedBody(body, fields) : body);
}

describe('trailers are sent', () => {
  it.each([
    ['trailers', '1.1'],
    ['gzip;q=0.5, TRAILERS', '1.1'],
    ['trailers', '2.0'],
  ])('to a client with TE: %s over HTTP/%s', (te, version) => {
    expect(trailersWith(te, version)).toBe(fields);
  });

  it.each([
    [undefined, '1.1'],
    ['', '1.1'],
    ['gzip', '1.1'],
    ['trailers;q=1', '1.1'],
    ['trailer', '1.1'],
    ['trailers', '1.0'],
  ])('not to one with TE: %s over HTTP/%s', (te, version) => {
    expect(trailersWith(te, version)).toBeNull();
  });

  it('not after a body without any', () => {
    expect(trailersWith('trailers', '1.1', false)).toBeNull();
  });

  it('after the body, in order, without those that are null', async () => {
    const { outgoing, wire } = await nativeResponses(get('/', 'TE: trailers'));
    outgoing.writeHead(200, { Trailer: 'X-A, X-B, X-C' });
    outgoing.write('x');
    const order: string[] = [];
    const all = {
      'X-A': () => Promise.resolve(`${order.push('a')}`),
      'X-B': () => {
        order.push('b');
        return null;
      },
      'X-C': () => `${order.push('c')}`,
    };
    await sendTrailers(all, outgoing);
    outgoing.end();
    const text = await wire.hear(
      (heard) => heard.endsWith('\r\n\r\n') && heard.includes('\r\n0\r\n'),
    );
    expect(text).toMatch(/\r\nx\r\n0\r\nX-A: 1\r\nX-C: 3\r\n\r\n$/);
  });
});

describe('a trailer', () => {
  it.each([
    ['a\nb', 'U+000A at index 1'],
    [7, '7'],
    [undefined, 'undefined'],
    [`${'é'.repeat(79)}\0${'x'.repeat(20)}`, 'U+0000 at index 79'],
  ])('cannot have the value %j', async (value, text) => {
    const { outgoing } = await nativeResponses();
    await expect(sendTrailers({ 'X-A': () => value as string }, outgoing)).rejects.toMatchObject({
      code: 'TRAILER_INVALID',
      status: 500,
      message: `invalid value for the trailer X-A: received ${text}; expected only visible ASCII, spaces, tabs and U+0080 to U+00FF, or null`,
    });
  });
});
