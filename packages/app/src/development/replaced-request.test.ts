import { describe, expect, it } from '@jest/globals';
import type { MiddlewareInterface, ServerRequestInterface } from '@mortise/http-message';
import { recorder } from '../../test/failing-app.js';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import { createApp, text } from '../index.js';

type Process = MiddlewareInterface['process'];

describe.each(implementations)('a layer that passes on a request, on %s', (_, factories) => {
  const { get } = requestsOf(factories);

  async function sent(layer: Process, place: 'app' | 'group' | 'route', development = true) {
    const { lines, logger } = recorder();
    const app = createApp({ factories, logger, development });
    const group = app.group('', (routes) => {
      const route = routes.get('/books', (_request, response) => text(response, 'books'));
      if (place === 'route') route.add(layer);
    });
    if (place === 'group') group.add(layer);
    if (place === 'app') app.add(layer);
    const response = await app.handle(get('/books'));
    return [response.getStatusCode(), String(lines[0]?.[1])];
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
  ] as const)('of the %s cannot have created it, because nothing ends it', async (place, name) => {
    const text = `${name} passed on a request that it created, which never ends: pass on the one that it received, changed with request.withHeader(...) or another such method`;
    expect(await sent((...given) => creating(...given), place)).toEqual([
      500,
      `500 AppError: ${text}`,
    ]);
    expect(await sent((...given) => creating(...given), place, false)).toEqual([200, 'undefined']);
  });

  it.each<[string, (request: ServerRequestInterface) => ServerRequestInterface]>([
    ['a copy', (request) => request.withUri(request.getUri()).withoutAttribute('app.user')],
    // A decorator, whose other members lead to the received request.
    [
      'of another class',
      (request) => Object.create(new Proxy(request, { get: boundTo })) as typeof request,
    ],
  ])('can pass on %s', async (_way, derive) => {
    expect(await sent((request, handler) => handler.handle(derive(request)), 'app')).toEqual([
      200,
      'undefined',
    ]);
  });
});

function boundTo(request: ServerRequestInterface, name: string | symbol): unknown {
  const member: unknown = Reflect.get(request, name);
  return typeof member === 'function' ? (member.bind(request) as unknown) : member;
}
