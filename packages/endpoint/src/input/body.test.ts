import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { UNPARSED_BODY } from '@mortise/base/keys';
import { type EndpointDescription, file, type Schema } from '@mortise/contract';
import { factories } from '@mortise/message/node';
import { createApp } from 'mortise';
import { mediaTypeCheck } from './media-type-check.js';
import { parsedBody } from './parsed-body.js';

const body = { '~standard': { version: 1, vendor: 'none' } } as unknown as Schema;
const empty = factories.createServerRequest('POST', '/');
const small = empty.withBody(factories.createStream('x'));
/** With a body of unknown size. */
const stream = (text: string) =>
  empty.withBody(factories.createStreamFromResource(Readable.from([Buffer.from(text)])));

describe('mediaTypeCheck', () => {
  it('checks nothing if no body is described', () => {
    expect(mediaTypeCheck({})).toBeNull();
  });

  it.each<[EndpointDescription, readonly string[], readonly string[]]>([
    [
      { body },
      ['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'a/b+json'],
      ['text/json', 'application/jsonx', 'json', ',', 'application/json, text/css'],
    ],
    [
      { accepts: ['application/hal+json', 'text/css'] },
      ['application/hal+json', 'text/css;a=b'],
      ['application/json', 'application/problem+json'],
    ],
    [
      { files: { a: file() } },
      ['multipart/form-data; boundary=x'],
      ['multipart/mixed', 'application/json'],
    ],
    [{ accepts: ['text/css', 'application/json'] }, ['text/css', 'a/b+json'], ['a/b+xml']],
  ])('accepts for %j only its types', (description, good, bad) => {
    const check = mediaTypeCheck(description);
    for (const type of good)
      expect(() => check?.(small.withHeader('Content-Type', type))).not.toThrow();
    for (const type of bad) {
      for (const request of [small, empty]) {
        expect(() => check?.(request.withHeader('Content-Type', type))).toThrow(
          expect.objectContaining({ code: 'BODY_MEDIA_TYPE', status: 415 }),
        );
      }
    }
  });

  describe('of a body that the handler reads itself', () => {
    const check = mediaTypeCheck({ accepts: ['text/css'] });
    const coded = (request: typeof empty, coding: string) =>
      request.withHeader('Content-Type', 'text/css').withHeader('Content-Encoding', coding);

    it.each(['gzip', 'x-gzip', 'br', 'identity, gzip'])('refuses the coding %s', (coding) => {
      for (const request of [small, stream('x')]) {
        expect(() => check?.(coded(request, coding))).toThrow(
          expect.objectContaining({
            ...{ code: 'BODY_ENCODING', status: 415 },
            headers: { 'Accept-Encoding': 'identity' },
          }),
        );
      }
    });

    it('accepts no coding, and one that a parser has decoded', () => {
      for (const coding of ['identity', 'Identity', ',', 'identity,']) {
        expect(() => check?.(coded(small, coding))).not.toThrow();
      }
      expect(() => check?.(coded(empty, 'gzip'))).not.toThrow();
      expect(() => check?.(coded(small, 'gzip').withParsedBody({}))).not.toThrow();
      const parsed = mediaTypeCheck({ body, accepts: ['text/css'] });
      expect(() => parsed?.(coded(small, 'gzip'))).not.toThrow();
    });
  });

  it('accepts no type only of a request without a body', () => {
    const check = mediaTypeCheck({ body });
    expect(() => check?.(empty)).not.toThrow();
    for (const request of [small, stream('')]) {
      expect(() => check?.(request)).toThrow('has no Content-Type');
    }
  });
});

describe('parsedBody', () => {
  const listening = (request: typeof empty) => {
    request.getLifetime().setValue(UNPARSED_BODY, () => undefined);
    return request;
  };
  const parser = (request: typeof empty) => {
    request.getLifetime().setValue(UNPARSED_BODY, null);
    return request;
  };

  it('is the parsed body, even if no parser ran', () => {
    const parsed = {};
    expect(parsedBody(small.withParsedBody(parsed))).toBe(parsed);
  });

  it('is undefined without a body, whether or not a parser ran', () => {
    expect(parsedBody(empty)).toBeUndefined();
    expect(parsedBody(listening(factories.createServerRequest('POST', '/')))).toBeUndefined();
  });

  it('is undefined if a parser has read a body of unknown size that is empty', () => {
    const read = Object.assign(factories.createStream(''), { getSize: () => null });
    const request = factories.createServerRequest('POST', '/').withBody(read);
    expect(parsedBody(parser(request))).toBeUndefined();
  });

  it('is a fault of the client if a parser has read a body that it cannot parse', () => {
    const read = parser(small.withHeader('Content-Type', 'a/b'));
    expect(() => parsedBody(read)).toThrow(
      expect.objectContaining({ code: 'BODY_UNREADABLE', status: 400 }),
    );
    expect(() => parsedBody(read)).toThrow('"a/b"');
  });

  it('is a fault of the server if no parser has run, or none has read the body', () => {
    const unparsed = { code: 'BODY_NOT_PARSED' };
    const fresh = factories.createServerRequest('POST', '/').withBody(factories.createStream('x'));
    expect(() => parsedBody(listening(fresh))).toThrow(expect.objectContaining(unparsed));
    const unread = parser(stream('x').withHeader('Content-Type', 'a/b'));
    expect(() => parsedBody(unread)).toThrow(expect.objectContaining(unparsed));
    expect(() => parsedBody(unread)).toThrow('"a/b"');
  });

  it('names the option of a route that does not parse bodies', async () => {
    const messages: string[] = [];
    const app = createApp({ factories, body: {}, errors: false });
    app.post('/', (request) => factories.createResponse(parsedBody(request) ? 200 : 204), {
      body: false,
    });
    const sent = stream('{}').withHeader('Content-Type', 'application/json');
    await (async () => app.handle(sent))().catch((error: unknown) => messages.push(String(error)));
    expect(messages).toEqual([expect.stringContaining('remove body: false')]);
    expect(messages).toEqual([expect.not.stringContaining('createApp')]);
  });
});
