import { afterEach, describe, expect, it } from '@jest/globals';
import { client, closeClients } from '../../test/http2-client.js';
import { bareHttp2, closeBareHttp2 } from '../../test/http2-streams.js';
import { streamTurn } from './stream-turn.js';

afterEach(() => {
  closeClients();
  closeBareHttp2();
});

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** As many open streams of one connection. */
async function opened(count: number) {
  const { url, next } = await bareHttp2();
  const session = client(url);
  const streams = [];
  for (let made = 0; made < count; made++) {
    session.request({ ':method': 'POST' }).on('error', () => undefined);
    streams.push((await next()).stream);
  }
  return streams;
}

describe('the turn of streams', () => {
  it('handles the first of a turn immediately, and the others in order at its end', async () => {
    const streams = await opened(4);
    const takeTurn = streamTurn();
    const handled: number[] = [];
    const push = (at: number) => {
      const stream = streams[at];
      if (stream !== undefined) takeTurn(stream, () => handled.push(at));
    };
    for (const at of [0, 1, 2]) push(at);
    expect(handled).toEqual([0]);
    await nextTurn();
    expect(handled).toEqual([0, 1, 2]);
    push(3);
    expect(handled).toEqual([0, 1, 2, 3]);
    await nextTurn();
    expect(handled).toEqual([0, 1, 2, 3]);
  });

  it('drops those that have been closed by then', async () => {
    const streams = await opened(4);
    const takeTurn = streamTurn();
    const handled: number[] = [];
    for (const [at, stream] of streams.entries()) takeTurn(stream, () => handled.push(at));
    streams[1]?.close();
    streams[2]?.destroy();
    await nextTurn();
    expect(handled).toEqual([0, 3]);
  });

  it('emits trailers again that arrived before the request was handled, and only those', async () => {
    const [first, second, third] = await opened(3);
    const takeTurn = streamTurn();
    const heard: unknown[] = [];
    const push = (stream = first, name = '') => {
      if (stream === undefined) return;
      takeTurn(stream, () => {
        stream.on('trailers', (...trailers) => heard.push([name, ...trailers]));
      });
    };
    push(first, 'first');
    push(second, 'second');
    push(third, 'third');
    second?.emit('trailers', { 'x-sum': '7' }, 5, ['x-sum', '7']);
    expect(heard).toEqual([]);
    await nextTurn();
    expect(heard).toEqual([['second', { 'x-sum': '7' }, 5, ['x-sum', '7']]]);
  });
});
