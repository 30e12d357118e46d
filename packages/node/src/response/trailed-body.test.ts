import { describe, expect, it } from '@jest/globals';
import type { StreamInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { trailedBody, trailersBehind } from './trailed-body.js';

const fields = { 'X-A': () => 'a' };

/** A body that notes what it is asked, and its results. */
function noting() {
  const inner = factories.createStream('abc');
  const asked: unknown[] = [];
  const results: unknown[] = [];
  const noted = new Proxy(inner, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...given: unknown[]) => {
        asked.push([name, ...given]);
        const result: unknown = Reflect.apply(method, target, given);
        results.push(result);
        return result;
      };
    },
  });
  return { body: trailedBody(noted, fields), asked, results };
}

describe('a body with trailers', () => {
  it.each<[string, unknown[], (body: StreamInterface) => unknown]>([
    ['getSize', [], (body) => body.getSize()],
    ['tell', [], (body) => body.tell()],
    ['eof', [], (body) => body.eof()],
    ['isSeekable', [], (body) => body.isSeekable()],
    [
      'seek',
      [-1, 2],
      (body) => {
        body.seek(-1, 2);
      },
    ],
    [
      'rewind',
      [],
      (body) => {
        body.rewind();
      },
    ],
    ['isWritable', [], (body) => body.isWritable()],
    ['write', ['x'], (body) => body.write('x')],
    ['isReadable', [], (body) => body.isReadable()],
    ['read', [2], (body) => body.read(2)],
    ['getContents', [], (body) => body.getContents()],
    ['text', [], (body) => body.text()],
    ['getMetadata', [], (body) => body.getMetadata()],
    ['getMetadata', ['uri'], (body) => body.getMetadata('uri')],
    [
      'close',
      [],
      (body) => {
        body.close();
      },
    ],
    ['detach', [], (body) => body.detach()],
  ])('passes %s%j on, and its result back', (name, given, call) => {
    const { body, asked, results } = noting();
    const result = call(body);
    expect(asked).toEqual([[name, ...given]]);
    expect(result).toBe(results[0]);
  });

  it('is read in chunks like the other one', async () => {
    const { body } = noting();
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe('abc');
  });

  it('is never in memory', () => {
    expect(trailedBody(factories.createStream('abc'), fields).inMemory()).toBeNull();
  });

  it('has its trailers, and other bodies have none', () => {
    const inner = factories.createStream('abc');
    expect(trailersBehind(trailedBody(inner, fields))).toBe(fields);
    expect(trailersBehind(inner)).toBeNull();
  });

  it('has trailers for another copy of this package too', () => {
    const body = Object.assign(factories.createStream('abc'), {
      [Symbol.for('@mortise/node/trailers')]: fields,
    });
    expect(trailersBehind(body)).toBe(fields);
  });
});
