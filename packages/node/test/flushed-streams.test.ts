/** `compression` keeps what it compresses until it has enough, or until `res.flush()` is called. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
// @ts-expect-error it has no types of its own
import compression from 'compression';
import { fromConnect } from '../src/index.js';
import { answer, closeServers, gate, serving } from './serving.js';
import { factories } from '@mortise/message';
import { waitForEvent } from './wait-for.js';
import { connect, type Makes } from './connect-stack.js';

afterEach(closeServers);

const compress = connect((compression as Makes)());

/** The compressed response, and the text that has been decompressed so far. */
async function decompressed(url: string) {
  const asked = get(url, { headers: { 'Accept-Encoding': 'gzip' }, agent: false });
  const [response] = (await waitForEvent('the headers', once(asked, 'response'))) as [
    IncomingMessage,
  ];
  return { response, texts: response.pipe(createGunzip()).setEncoding('utf8') };
}

describe('a stream below compression', () => {
  it('reaches the client piece by piece, as its source has them', async () => {
    const second = gate();
    async function* events() {
      yield await Promise.resolve(Buffer.from('data: 1\n\n'));
      await second.opened;
      yield Buffer.from('data: 2\n\n');
    }
    const { url } = await serving((request) =>
      compress.process(request, {
        handle: () =>
          answer('', 200, { 'Content-Type': 'text/event-stream' }).withBody(
            factories.createStreamFromResource(events()),
          ),
      }),
    );
    const { response, texts } = await decompressed(url);
    expect(response.headers['content-encoding']).toBe('gzip');
    const [first] = await waitForEvent('the first event', once(texts, 'data'));
    expect(first).toBe('data: 1\n\n');
    second.open();
    const [last] = await waitForEvent('the second event', once(texts, 'data'));
    expect(last).toBe('data: 2\n\n');
  });

  it('is not flushed between pieces that come in one turn', async () => {
    let flushes = 0;
    async function* lines() {
      for (let at = 0; at < 1_000; at++) yield await Promise.resolve(Buffer.from(`line ${at}\n`));
    }
    const counts = fromConnect((_req, res, next) => {
      const { flush } = res as unknown as { flush: () => void };
      Object.assign(res, {
        flush() {
          flushes += 1;
          flush.call(res);
        },
      });
      next();
    });
    const page = () =>
      answer('', 200, { 'Content-Type': 'text/plain' }).withBody(
        factories.createStreamFromResource(lines()),
      );
    const { url } = await serving((request) =>
      compress.process(request, { handle: (inner) => counts.process(inner, { handle: page }) }),
    );
    const { texts } = await decompressed(url);
    let text = '';
    for await (const part of texts) text += String(part);
    expect(text.split('\n')).toHaveLength(1_001);
    expect(flushes).toBe(0);
  });
});
