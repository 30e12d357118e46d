import { describe, expect, it } from '@jest/globals';
import { appendText } from '@mortise/base/message';
import { factories } from './index.js';

describe('a body that is not a stream', () => {
  const messages = [
    ['a response', factories.createResponse()],
    ['a request', factories.createRequest('GET', '/')],
    ['a server request', factories.createServerRequest('GET', '/')],
  ] as const;

  it.each(messages)('is refused by %s when it is set', (_, message) => {
    const setText = () => message.withBody('text' as never);
    expect(setText).toThrow(
      expect.objectContaining({ code: 'STREAM_NOT_READABLE', value: 'text' }),
    );
    expect(setText).toThrow(
      'invalid body: received a string of length 4; expected a stream; create one with createStream(text) or createStreamFromResource(source)',
    );
  });

  it.each([undefined, null, 7, {}, [], new Uint8Array()])('can be %j', (body) => {
    expect(() => factories.createResponse().withBody(body as never)).toThrow(
      'invalid body: received ',
    );
  });
});

it.each([undefined, null, 'text', [new Uint8Array(1)]])(
  'a value that is not a source is refused when a stream is created: %j',
  (source) => {
    const create = () => factories.createStreamFromResource(source as never);
    expect(create).toThrow(expect.objectContaining({ code: 'STREAM_NOT_READABLE', value: source }));
    expect(create).toThrow(
      /^invalid source: received .*; expected a Uint8Array, or an async iterable of them, such as a Readable or an async generator$/,
    );
  },
);

it.each([null, 7, {}, new ArrayBuffer(1)])(
  'a value that is not content is refused when a stream is created or written: %j',
  (content) => {
    const refused = expect.objectContaining({ code: 'STREAM_NOT_READABLE', value: content });
    expect(() => factories.createStream(content as never)).toThrow(refused);
    for (const initial of ['', 'text']) {
      const body = factories.createStream(initial);
      expect(() => body.write(content as never)).toThrow(refused);
      expect(() => {
        appendText(body, content as never);
      }).toThrow(/^invalid content: received .*; expected a string or a Uint8Array$/);
      expect(body.inMemory()).toBe(initial);
    }
  },
);
