import { describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface, ResponseInterface } from '@mortise/http-message';
import { errorOf } from '../test/error-of.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { etag, type EtagOptions } from './index.js';

it('etag is listed under its name', () => {
  expect(etag()).toHaveProperty('name', 'etag');
});

describe.each(implementations)('etag with %s', (_, factories) => {
  const { through, body } = etagWith(factories);

  it('tags a body in memory by its bytes, however they were passed', async () => {
    const tag = '"LPJNul+wow4m6Dsqxbning"';
    const bytes = new TextEncoder().encode('hello');
    const written = factories.createResponse();
    written.getBody().write('hello');
    for (const response of [body('hello'), body(bytes), written]) {
      expect((await through({}, response)).getHeader('ETag')).toEqual([tag]);
    }
    expect((await through({ weak: true }, body('hello'))).getHeader('ETag')).toEqual([`W/${tag}`]);
  });

  it('creates another tag for other bytes', async () => {
    const tags = await Promise.all(
      ['', 'a', 'b'].map(async (text) => (await through({}, body(text))).getHeaderLine('ETag')),
    );
    expect(new Set(tags).size).toBe(3);
  });

  it('tags a body of exactly the limit, but none above it', async () => {
    const has = async (text: string, maxBytes: number) =>
      (await through({ maxBytes }, body(text))).hasHeader('ETag');
    expect([await has('1234', 4), await has('12345', 4)]).toEqual([true, false]);
    // Two bytes each in UTF-8.
    expect([await has('éé', 4), await has('ééé', 4)]).toEqual([true, false]);
    expect([await has('', 0), await has('a', 0)]).toEqual([true, false]);
  });

  it('tags bodies of up to 1 MiB by default', async () => {
    const mib = 'x'.repeat(1024 * 1024);
    expect((await through({}, body(mib))).hasHeader('ETag')).toBe(true);
    expect((await through({}, body(`${mib}x`))).hasHeader('ETag')).toBe(false);
  });

  it('never reads a stream', async () => {
    let reads = 0;
    async function* source(): AsyncGenerator<Uint8Array> {
      reads++;
      yield await Promise.resolve(Uint8Array.of(1));
    }
    const stream = factories.createStreamFromResource(source());
    const response = await through({}, factories.createResponse().withBody(stream));
    expect([response.hasHeader('ETag'), reads]).toEqual([false, 0]);
  });

  it.each<[string, (response: ResponseInterface) => ResponseInterface]>([
    ['a 404', (response) => response.withStatus(404)],
    ['a 206', (response) => response.withStatus(206)],
    [
      'a response that must not be stored',
      (response) => response.withHeader('Cache-Control', 'private, No-Store'),
    ],
  ])('does not tag %s', async (_name, change) => {
    expect((await through({}, change(body('x')))).hasHeader('ETag')).toBe(false);
  });

  it.each(['no-store', 'no-store, private', 'private,no-store', 'private , no-store ,x'])(
    'does not tag a response with Cache-Control: %s',
    async (directives) => {
      const response = body('x').withHeader('Cache-Control', directives);
      expect((await through({}, response)).hasHeader('ETag')).toBe(false);
    },
  );

  it.each(['x-no-store', 'no-stored', 'no-cache'])(
    'tags a response with Cache-Control: %s',
    async (directives) => {
      const response = body('x').withHeader('Cache-Control', directives);
      expect((await through({}, response)).hasHeader('ETag')).toBe(true);
    },
  );

  it('awaits an asynchronous response', async () => {
    const request = factories.createServerRequest('GET', '/');
    const response = await etag().process(request, { handle: () => Promise.resolve(body('x')) });
    expect(response.hasHeader('ETag')).toBe(true);
  });

  it('keeps the tag of the handler', async () => {
    const response = await through({}, body('x').withHeader('ETag', '"own"'));
    expect(response.getHeader('ETag')).toEqual(['"own"']);
  });

  it('tags only responses to GET and HEAD', async () => {
    const tagged = async (method: string) =>
      (await through({}, body('x'), method)).hasHeader('ETag');
    expect(await Promise.all(['GET', 'HEAD', 'POST', 'PUT'].map(tagged))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('does not tag a response to HEAD whose body the handler omitted', async () => {
    const response = body('').withHeader('Content-Length', '5');
    expect((await through({}, response, 'HEAD')).hasHeader('ETag')).toBe(false);
  });

  it('does not tag a response with a nonce', async () => {
    const request = factories.createServerRequest('GET', '/');
    request.getLifetime().setValue('mortise.csp-nonce-used', true);
    const response = await etag().process(request, { handle: () => body('x') });
    expect(response.hasHeader('ETag')).toBe(false);
  });

  it('creates no promise if it adds no tag, or a tag of up to 64 KiB', () => {
    const response = body('x').withHeader('ETag', '"own"');
    expect(through({}, response)).toBe(response);
    expect(through({}, body('x'.repeat(65_536)))).not.toHaveProperty('then');
    expect(through({}, body('x'.repeat(65_537)))).toHaveProperty('then');
  });

  it.each<[string, object]>([
    ['strong', { strong: true }],
    ['weak', { weak: 1 }],
    ['maxBytes', { maxBytes: -1 }],
    ['maxBytes', { maxBytes: 0.5 }],
    ['maxBytes', { maxBytes: '1' }],
  ])('refuses the option %s of %j', (option, options) => {
    expect(errorOf(() => etag(options))).toMatchObject({
      code: 'OPTION_INVALID',
      option: `etag.${option}`,
    });
  });
});

function etagWith(factories: HttpFactoriesInterface) {
  const body = (content: string | Uint8Array) =>
    factories.createResponse().withBody(factories.createStream(content));
  const through = (options: EtagOptions, inner: ResponseInterface, method = 'GET') =>
    etag(options).process(factories.createServerRequest(method, '/'), { handle: () => inner });
  return { body, through };
}
