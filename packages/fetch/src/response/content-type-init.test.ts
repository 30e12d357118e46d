import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { contentTypeInit } from './content-type-init.js';

/** Status, headers and content of a response that is made with it. */
async function madeWith(init: ResponseInit) {
  const made = new Response('abc', init);
  return [made.status, made.statusText, [...made.headers], await made.text()];
}

it('is kept for the first 32 statuses and types, and right for all', async () => {
  const types = ['application/json', ...Array.from({ length: 20 }, (_, index) => `a/${index}`)];
  const heads = types.flatMap((type): [number, string][] => [
    [200, type],
    [404, type],
  ]);
  const first = heads.map((head) => contentTypeInit(...head));
  for (const [index, [status, type]] of heads.entries()) {
    const wanted = [status, '', [['content-type', type]], 'abc'];
    expect(await madeWith(first[index] as ResponseInit)).toEqual(wanted);
    expect(await madeWith(contentTypeInit(status, type))).toEqual(wanted);
  }
  const kept = heads.filter((head, index) => contentTypeInit(...head) === first[index]);
  expect(kept).toEqual(heads.slice(0, 32));
});

describe('what the platform copies fastest', () => {
  const { Response: Written } = globalThis;

  afterEach(() => {
    globalThis.Response = Written;
  });

  it.each([
    ['JSON', 'native code', true, 'application/json', Response],
    ['another type', 'native code', true, 'a/0', Response],
    ['JSON', 'JavaScript', false, 'application/json', Object],
    ['another type', 'JavaScript', false, 'a/0', Headers],
  ])('for %s, where Response is %s', async (_, __, isNative, type, Kind) => {
    jest.resetModules();
    // The text of a bound function is that of native code.
    if (isNative) globalThis.Response = Written.bind(null);
    const fresh = await import('./content-type-init.js');
    const init = fresh.contentTypeInit(404, type);
    const made = isNative ? init : init.headers;
    expect((made as object).constructor).toBe(isNative ? Written : Kind);
    expect(await madeWith(init)).toEqual([404, '', [['content-type', type]], 'abc']);
  });

  it('is not changed by a response that is made with it', async () => {
    jest.resetModules();
    globalThis.Response = Written.bind(null);
    const fresh = await import('./content-type-init.js');
    const init = fresh.contentTypeInit(200, 'a/b');
    new Response('abc', init).headers.set('Content-Type', 'c/d');
    expect(await madeWith(init)).toEqual([200, '', [['content-type', 'a/b']], 'abc']);
  });
});
