import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import { createApp, type NotFoundHandler, perRequest, text } from '../index.js';

describe.each(implementations)('the handler of notFound on %s', (_name, factories) => {
  const requestTo = requestsOf(factories).get;
  const own = (_request: unknown, response: ResponseInterface) => text(response, 'own');
  it.each<[string, NotFoundHandler, object, string, number]>([
    ['a name', 'missing', { handle: () => factories.createResponse(410) }, '410 ', 1],
    ['a method', 'missing:show', { show: own }, '404 own', 1],
    ['perRequest', perRequest('missing'), { invoke: own }, '404 own', 2],
  ])('resolves %s in the container', async (_kind, handler, entry, expected, times) => {
    let created = 0;
    const get = () => {
      created += 1;
      return Object.assign({}, entry);
    };
    const container = { has: (id: string) => id === 'missing', get };
    const app = createApp({ factories, container }).notFound(handler);
    for (let n = 0; n < 2; n += 1) {
      const response = await app.handle(requestTo('/nowhere'));
      const seen = `${response.getStatusCode()} ${await response.getBody().text()}`;
      expect(seen).toBe(expected);
    }
    expect(created).toBe(times);
  });

  it.each([
    ['an entry that cannot handle', 'entry', 'CALLBACK_INVALID'],
    ['a missing entry', 'other', 'CONTAINER_ENTRY_MISSING'],
  ])('refuses %s in the request that needs it', async (_what, name, code) => {
    const container = { has: (id: string) => id === 'entry', get: () => 7 };
    for (const given of [name, perRequest(name)]) {
      const app = createApp({ factories, container, errors: false }).notFound(given);
      await expect((async () => app.handle(requestTo('/nowhere')))()).rejects.toMatchObject({
        code,
      });
    }
  });
});
