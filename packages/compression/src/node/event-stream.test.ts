import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { waitForEvent } from '../../../../tooling/testing/wait-for.js';
import { contentsOf } from '../../test/contents-of.js';
import { isEventStream } from '../compressible.js';
import { compression } from './index.js';
import { zlibCodings } from './zlib-codings.js';

const TEXT = 'the quick brown fox '.repeat(200);

describe('isEventStream', () => {
  it.each([
    'text/event-stream',
    'Text/Event-Stream',
    'text/event-stream;charset=utf-8',
    'TEXT/EVENT-STREAM \t; charset=utf-8',
  ])('is true of %j', (type) => {
    expect(isEventStream(type)).toBe(true);
  });

  it.each(['', 'text/html', 'text/event-streams', 'text/event-stream/x', 'x-text/event-stream'])(
    'is false of %j',
    (type) => {
      expect(isEventStream(type)).toBe(false);
    },
  );
});

describe('compression', () => {
  it.each([
    ['Text/Event-Stream; charset=utf-8', 'gzip'],
    ['text/event-streams', 'br'],
  ])('recognizes event streams by their media type in any case: %s', async (type, coding) => {
    const request = factories.createServerRequest('GET', '/');
    const inner = factories
      .createResponse()
      .withHeader('Content-Type', type)
      .withBody(factories.createStream(TEXT));
    const response = await compression({ factories }).process(
      request.withHeader('Accept-Encoding', 'gzip, br'),
      { handle: () => inner },
    );
    expect(response.getHeader('Content-Encoding')).toEqual([coding]);
  });

  it.each(['gzip', 'br'])(
    'of %s lets a client decode an event before there is another',
    async (coding) => {
      async function* source(): AsyncGenerator<Uint8Array> {
        yield await Promise.resolve(Buffer.from(TEXT));
        await new Promise(() => undefined);
      }
      const inner = factories
        .createResponse()
        .withHeader('Content-Type', 'text/event-stream')
        .withBody(factories.createStreamFromResource(source()));
      const request = factories
        .createServerRequest('GET', '/')
        .withHeader('Accept-Encoding', coding);
      const response = await compression({ factories }).process(request, { handle: () => inner });
      const decoder = zlibCodings[coding as 'gzip' | 'br']?.decompressor();
      const event = new Promise<string>((resolve) => {
        let text = '';
        decoder?.on('data', (chunk: Buffer) => {
          text += chunk.toString();
          if (text.length === TEXT.length) resolve(text);
        });
      });
      void (async () => {
        for await (const chunk of response.getBody()) decoder?.write(chunk);
      })().catch(() => undefined);
      expect(await waitForEvent('the event', event)).toBe(TEXT);
      response.getBody().close();
      decoder?.destroy();
    },
  );

  it('compresses text in memory as UTF-8', async () => {
    const text = 'añ€'.repeat(1000);
    const inner = factories
      .createResponse()
      .withHeader('Content-Type', 'text/plain')
      .withBody(factories.createStream(text));
    const request = factories.createServerRequest('GET', '/').withHeader('Accept-Encoding', 'gzip');
    const response = await compression({ factories }).process(request, { handle: () => inner });
    expect(gunzipSync(await contentsOf(response)).toString()).toBe(text);
  });
});
