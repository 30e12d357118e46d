import { describe, expect, it } from '@jest/globals';
import { BODILESS, SMALL_BODY } from '@mortise/base/message';
import { factories } from '@mortise/message';
import { createdBy } from '../../../tooling/testing/created-by.js';
import { bodyParser } from './body-parser.js';
import { readBody } from './read-body.js';

const content = new TextEncoder().encode('abcd');

/** A body of unknown size; only a small one can be read with one call, the other one only in chunks. */
function streamOf(isSmall: boolean) {
  const source = {
    size: null,
    [SMALL_BODY]: isSmall,
    bytes: () => (isSmall ? Promise.resolve(content) : Promise.reject(new Error('read at once'))),
    async *[Symbol.asyncIterator]() {
      if (isSmall) throw new Error('read in chunks');
      yield await Promise.resolve(content);
    },
  };
  return factories.createStreamFromResource(source);
}

describe.each([
  ['a small body with one call', true],
  ['another body in chunks', false],
])('readBody reads %s', (_, isSmall) => {
  it('up to the limit', async () => {
    expect(await readBody(streamOf(isSmall), 4)).toEqual(content);
  });

  it('and refuses one byte more with 413', async () => {
    const reading = Promise.resolve(readBody(streamOf(isSmall), 3));
    await expect(reading).rejects.toMatchObject({ code: 'BODY_TOO_LARGE', status: 413 });
  });
});

it.each([Number.NaN, '1mb', -1, undefined])('readBody refuses the limit %p', (limit) => {
  const read = () => readBody(factories.createStream(content), limit as number);
  expect(read).toThrow(expect.objectContaining({ option: 'readBody.limit' }));
});

it('readBody reads nothing of a known size over the limit', () => {
  const stream = factories.createStream(content);
  expect(() => readBody(stream, 3)).toThrow(expect.objectContaining({ status: 413 }));
  expect(stream.tell()).toBe(0);
});

describe('bodyParser', () => {
  it('needs one promise more than reading a small body takes', async () => {
    const read = () => streamOf(true).getContents();
    const parse = () =>
      bodyParser({ factories })(
        factories
          .createServerRequest('POST', 'http://a/')
          .withHeader('Content-Type', 'application/json')
          .withBody(streamOf(true)),
      );
    const [reading, parsing] = [
      await createdBy('PROMISE', read),
      await createdBy('PROMISE', parse),
    ];
    expect(parsing - reading).toBe(1);
  });

  it.each([
    [4, null],
    [3, 413],
  ])('takes a small body of 4 bytes with maxBytes %i: error %p', async (maxBytes, status) => {
    const request = factories
      .createServerRequest('POST', 'http://a/')
      .withHeader('Content-Type', 'application/json')
      .withBody(streamOf(true));
    const parsing = Promise.resolve(bodyParser({ factories, maxBytes })(request));
    const error: unknown = await parsing.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect((error as { status?: number } | null)?.status ?? null).toBe(status);
  });

  it('reads no header of a request that cannot have a body', () => {
    const request = new Proxy(factories.createServerRequest('GET', 'http://a/'), {
      get(_, key) {
        if (key === BODILESS) return true;
        throw new Error(`${String(key)} was read`);
      },
    });
    expect(bodyParser({ factories })(request)).toBe(request);
  });
});
