import { describe, expect, it } from '@jest/globals';
import type { MiddlewareInterface } from '@mortise/http-message';
import { recorder } from '../../test/failing-app.js';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import { type AppOptions, createApp, text } from '../index.js';

type Process = MiddlewareInterface['process'];
const user = { name: 'Ada' };

describe.each(implementations)('a member that is assigned to a request, on %s', (_, factories) => {
  const { get } = requestsOf(factories);

  /** Sends one request through a layer, and returns what the handler reads. */
  async function sent(
    layer: Process,
    place: 'app' | 'group' | 'route' = 'app',
    options: Partial<AppOptions> = {},
  ) {
    const { lines, logger } = recorder();
    const app = createApp({ factories, logger, ...options });
    const group = app.group('', (routes) => {
      const route = routes.get('/books/{id}', (request, response) => {
        const attribute = request.getAttribute<{ name: string }>('user');
        const member: unknown = Reflect.get(request, 'user');
        return text(response, JSON.stringify([attribute?.name, member]));
      });
      if (place === 'route') route.add(layer);
    });
    if (place === 'group') group.add(layer);
    if (place === 'app') app.add(layer);
    const response = await app.handle(get('/books/7'));
    const body = await response.getBody().text();
    return { status: response.getStatusCode(), body, log: String(lines[0]?.[1]) };
  }

  const assigning: Process = (q, h) => h.handle(Object.assign(q, { user }));

  it.each([
    ['app', 'middleware #1'],
    ['group', 'middleware #1 of group '],
    ['route', 'middleware #1 of route GET /books/{id}'],
  ] as const)('by a layer of the %s fails, and says the line to write', async (place, name) => {
    const { status, log } = await sent((...given) => assigning(...given), place);
    expect([status, log]).toEqual([
      500,
      `500 AppError: ${name} assigned request.user, which is lost when the request is copied; write handler.handle(request.withAttribute('user', value)), and read request.getAttribute('user')`,
    ]);
  });

  it('fails in an asynchronous layer, and on the copy that is passed on', async () => {
    const late: Process = async (q, h) => {
      await Promise.resolve();
      return assigning(q, h);
    };
    const onCopy: Process = (q, h) => assigning(q.withAttribute('a', 1), h);
    const before: Process = (q, h) => h.handle(Object.assign(q, { user }).withAttribute('a', 1));
    for (const layer of [late, onCopy, before]) {
      const { status, log } = await sent(layer);
      expect([status, log]).toEqual([500, expect.stringContaining(' assigned request.user, ')]);
    }
  });

  it('does not fail if the layer writes that line', async () => {
    const value = user;
    const layer: Process = (request, handler) =>
      handler.handle(request.withAttribute('user', value));
    expect(await sent(layer)).toMatchObject({ status: 200, body: '["Ada",null]' });
  });

  it.each<[string, Process]>([
    ['is kept by the implementation', (q, h) => h.handle(Object.assign(q, { _cached: 1 }))],
    [
      'is not enumerable',
      (q, h) => h.handle(Object.defineProperty<typeof q>(q, 'user', { value: user })),
    ],
    ...implementations.map<[string, Process]>(([name, other]) => [
      `is one of a request of ${name}`,
      (_request, handler) =>
        handler.handle(other.createServerRequest('GET', 'http://a.example/books/7')),
    ]),
  ])('does not fail if it %s', async (_what, layer) => {
    expect((await sent(layer)).status).toBe(200);
  });

  it('is not checked with development: false', async () => {
    const { status } = await sent(assigning, 'app', { development: false });
    expect(status).toBe(200);
  });
});
