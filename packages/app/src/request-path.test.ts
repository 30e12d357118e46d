import { expect, it } from '@jest/globals';
import { implementations } from '../../../tooling/testing/implementations.js';
import { requestsOf } from '../test/requests-of.js';
import { createApp, requestPath, text } from './index.js';

it.each(implementations)('the path of a request is canonical, on %s', (_, factories) => {
  const { get } = requestsOf(factories);
  expect(requestPath(get('/%63%2fd'))).toBe('/c%2Fd');
  expect(requestPath(get('//a'))).toBe('//a');
  expect(requestPath(get('/%00'))).toBeNull();
  expect(requestPath(get(''))).toBe('/');
});

it.each(implementations)('the path of a request is that of its URI, on %s', (_, factories) => {
  const { get } = requestsOf(factories);
  const uri = factories.createUri('http://h.test');
  const at = (path: string) => requestPath(get('/a').withUri(uri.withPath(path)));
  expect([at('/b'), at('b'), at('%62/c'), at('')]).toEqual(['/b', '/b', '/b/c', '/']);
});

it.each(implementations)(
  'a mount passes the rest of a path that a layer has set without a slash, on %s',
  async (_, factories) => {
    const { get } = requestsOf(factories);
    const inner = createApp({ factories });
    inner.get('/{path:.*}', (request, response) => {
      const uri = request.getUri();
      return text(response, `${uri.getBasePath()} ${uri.getPath()}`);
    });
    const app = createApp({ factories });
    app.mount('/api', inner);
    app.add((request, handler) =>
      handler.handle(request.withUri(request.getUri().withPath('api/users/7'))),
    );
    expect(await (await app.handle(get('/v1'))).getBody().text()).toBe('/api /users/7');
  },
);
