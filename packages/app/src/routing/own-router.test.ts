import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { Router } from '@mortise/router';
import { requestsOf } from '../../test/requests-of.js';
import { createApp, type RouterInterface } from '../index.js';

const { get, request } = requestsOf(factories);

/** A router of another library, as far as the application knows. */
function otherRouter(): RouterInterface {
  const router: RouterInterface = new Router();
  return {
    add: (...given) => router.add(...given),
    dispatch: (...given) => router.dispatch(...given),
    mount: (path) => {
      router.mount(path);
    },
    routes: () => router.routes(),
    named: (name) => router.named(name),
    methodsFor: (path) => router.methodsFor(path),
  };
}

it.each<[string, (handler: unknown) => unknown]>([
  ['nothing', () => undefined],
  ['a promise', (handler) => Promise.resolve({ kind: 'found', handler, args: {} })],
  ['another kind', (handler) => ({ kind: 'Found', handler, args: {} })],
  ['no arguments', (handler) => ({ kind: 'found', handler })],
  ['another handler', () => ({ kind: 'found', handler: () => 'x', args: {} })],
])('a router whose dispatch returns %s is named', async (_name, resultOf) => {
  const router = otherRouter();
  router.dispatch = () => resultOf(router.routes()[0]?.handler) as never;
  const errors: unknown[] = [];
  const logger = { error: () => undefined, info: () => undefined };
  const app = createApp({
    ...{ factories, router, logger },
    errors: { onError: (error) => errors.push(error) },
  });
  app.get('/x', (_request, response) => response);
  expect((await app.handle(get('/x'))).getStatusCode()).toBe(500);
  expect(errors).toMatchObject([{ code: 'OPTION_INVALID', option: 'createApp.router.dispatch' }]);
});

it('a router whose add returns nothing is named', () => {
  const router = { ...otherRouter(), add: () => undefined as never };
  const app = createApp({ factories, router });
  expect(() => app.get('/x', (_request, response) => response)).toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID', option: 'createApp.router.add' }),
  );
});

it('a router can respond, refuse, name and explain', async () => {
  for (const router of [otherRouter(), new Router()]) {
    const app = createApp({ factories, router });
    app.get('/x/{id}', (_request, response) => response.withStatus(204)).setName('x');
    const sent = [get('/x/1'), get('/y'), request('PUT', '/x/1')];
    const statuses = await Promise.all(
      sent.map(async (each) => (await app.handle(each)).getStatusCode()),
    );
    expect(statuses).toEqual([204, 404, 405]);
    expect(app.getRouteCollector().getRouteParser().urlFor('x', { id: '7' })).toBe('/x/7');
    expect(app.explain('GET', '/x/1') !== '').toBe(router instanceof Router);
  }
});
