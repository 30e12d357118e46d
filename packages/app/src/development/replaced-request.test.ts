import { describe, expect, it } from '@jest/globals';
import type { MiddlewareInterface, ServerRequestInterface } from '@mortise/http-message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { notedWarnings } from '../../../../tooling/testing/noted-warnings.js';
import { requestsOf } from '../../test/requests-of.js';
import { createApp, text } from '../index.js';

type Process = MiddlewareInterface['process'];

const warnings = notedWarnings();

describe.each(implementations)('a layer that passes on a request, on %s', (_, factories) => {
  const { get } = requestsOf(factories);

  async function sent(layer: Process, place: 'app' | 'group' | 'route', development = true) {
    const app = createApp({ factories, development });
    const group = app.group('', (routes) => {
      const route = routes.get('/books', (_request, response) => text(response, 'books'));
      if (place === 'route') route.add(layer);
    });
    if (place === 'group') group.add(layer);
    if (place === 'app') app.add(layer);
    for (let count = 0; count < 2; count++) {
      expect((await app.handle(get('/books'))).getStatusCode()).toBe(200);
    }
    return warnings.filter(({ code }) => code === 'REQUEST_REPLACED');
  }

  const creating: Process = (request, handler) =>
    handler.handle(
      factories
        .createServerRequest(request.getMethod(), request.getUri())
        .withAttributes(request.getAttributes()),
    );

  it.each([
    ['app', 'middleware #1'],
    ['group', 'middleware #1 of group '],
    ['route', 'middleware #1 of route GET /books'],
  ] as const)(
    'of the %s is warned of once if it has created it, in development',
    async (place, name) => {
      expect(await sent((...given) => creating(...given), place)).toMatchObject([
        {
          code: 'REQUEST_REPLACED',
          message: `${name} passes on a request that it has created, which never ends: its uploaded files are not deleted, and its streams are not closed`,
          detail:
            'Pass on the request that the layer has received, changed with request.withHeader(...) or another such method.',
        },
      ]);
      expect(await sent((...given) => creating(...given), place, false)).toHaveLength(1);
    },
  );

  it.each<[string, (request: ServerRequestInterface) => ServerRequestInterface]>([
    ['a copy', (request) => request.withUri(request.getUri()).withoutAttribute('app.user')],
    // A decorator, whose other members lead to the received request.
    [
      'of another class',
      (request) => Object.create(new Proxy(request, { get: boundTo })) as typeof request,
    ],
  ])('can pass on %s', async (_way, derive) => {
    expect(await sent((request, handler) => handler.handle(derive(request)), 'app')).toEqual([]);
  });
});

function boundTo(request: ServerRequestInterface, name: string | symbol): unknown {
  const member: unknown = Reflect.get(request, name);
  return typeof member === 'function' ? (member.bind(request) as unknown) : member;
}
