import { describe, expect, it } from '@jest/globals';
import type { ServerRequestInterface } from '@mortise/http-message';
import { answering } from '../test/answering.js';
import { implementations } from '../../../tooling/testing/implementations.js';

describe.each(implementations)('toFetchHandler below a base path, on %s', (_, factories) => {
  const text = (content: string) =>
    factories.createResponse().withBody(factories.createStream(content));

  const mirror = (request: ServerRequestInterface) => {
    const uri = request.getUri();
    const seen = [uri.getBasePath(), uri.getPath(), request.getRequestTarget(), String(uri)];
    return text(JSON.stringify(seen));
  };

  it.each([
    ['/app/a?b', ['/app', '/a', '/app/a?b', 'http://h.test/app/a?b']],
    ['/app', ['/app', '', '/app', 'http://h.test/app']],
    ['/app?b', ['/app', '', '/app?b', 'http://h.test/app?b']],
    ['/%61pp/%zz', ['/app', '/%zz', '/%61pp/%zz', 'http://h.test/app/%zz']],
  ])('removes the option basePath from the path of %s', async (target, expected) => {
    const { ask } = answering(factories, mirror, { basePath: '/app/' });
    expect(await (await ask(`http://h.test${target}`)).json()).toEqual(expected);
  });

  it.each(['/', '/appx', '/a/app', '/?/app'])(
    'responds to %s, outside the option basePath, with 404, without calling the application',
    async (target) => {
      const { ask, errors, lifetime } = answering(factories, mirror, { basePath: '/app' });
      const response = await ask(`http://h.test${target}`);
      expect([response.status, await response.text(), errors]).toEqual([404, 'Not Found', []]);
      expect(lifetime).toThrow('no request came');
    },
  );

  it('refuses a basePath that is not a slash followed by segments', () => {
    expect(() => answering(factories, mirror, { basePath: '//app' })).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        option: 'toFetchHandler.basePath',
        message: expect.stringContaining('received "//app"; expected "" or a path') as unknown,
      }),
    );
  });

  it.each([
    ['/outer/', ['/outer', '/a', '/outer/a?b', 'http://h.test/outer/a?b']],
    ['//evil.test', ['', '/a', '/a?b', 'http://h.test/a?b']],
    ['/a?b', ['', '/a', '/a?b', 'http://h.test/a?b']],
    ['', ['', '/a', '/a?b', 'http://h.test/a?b']],
  ])('prepends the path of prefixOf: %j', async (prefix, expected) => {
    const { ask } = answering(factories, mirror, { prefixOf: () => prefix });
    expect(await (await ask('http://h.test/a?b')).json()).toEqual(expected);
  });

  it('prepends the path of prefixOf to the option basePath', async () => {
    const { ask } = answering(factories, mirror, { basePath: '/app', prefixOf: () => '/outer' });
    expect(await (await ask('http://h.test/app/a')).json()).toEqual([
      '/outer/app',
      '/a',
      '/outer/app/a',
      'http://h.test/outer/app/a',
    ]);
    expect((await ask('http://h.test/outer/app/a')).status).toBe(404);
  });
});
