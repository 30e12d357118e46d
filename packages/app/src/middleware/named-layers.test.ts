import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { noting, recorder } from '../../test/failing-app.js';
import { requestsOf } from '../../test/requests-of.js';
import { createApp, text } from '../index.js';

describe.each(implementations)('a layer named in the container, on %s', (_name, factories) => {
  const { get } = requestsOf(factories);

  it.each<[string, unknown, string]>([
    ['is missing', undefined, 'the container has no entry "guard"'],
    ['is not middleware', 7, 'invalid middleware: received 7'],
  ])('that %s fails at its place, until it is there', async (_what, entry, message) => {
    const entries = new Map<string, unknown>(entry === undefined ? [] : [['guard', entry]]);
    const container = {
      has: (id: string) => entries.has(id),
      get: (id: string) => entries.get(id),
    };
    const app = createApp({ factories, container, logger: recorder().logger });
    app.get('/', (_request, response) => text(response, 'fine'));
    const inside = noting(app);
    app.add('guard');
    const outside = noting(app);
    const failed = await app.handle(get('/'));
    expect([failed.getStatusCode(), failed.getHeaderLine('X-Layer')]).toEqual([500, 'yes']);
    expect([inside, outside]).toEqual([[], [500, expect.stringContaining(message)]]);
    entries.set('guard', (request: never, handler: { handle(request: never): never }) =>
      handler.handle(request),
    );
    expect((await app.handle(get('/'))).getStatusCode()).toBe(200);
  });

  it('of a group sees the exception of a handler whose name is missing, until it is there', async () => {
    const entries = new Map<string, unknown>();
    const container = {
      has: (id: string) => entries.has(id),
      get: (id: string) => entries.get(id),
    };
    const app = createApp({ factories, container, logger: recorder().logger });
    const seen: unknown[] = [];
    app.get('/', 'home').add((request, handler) => {
      try {
        return handler.handle(request);
      } catch (error) {
        seen.push(error);
        throw error;
      }
    });
    const failed = await app.handle(get('/'));
    expect([failed.getStatusCode(), seen]).toEqual([
      500,
      [expect.objectContaining({ code: 'CONTAINER_ENTRY_MISSING' })],
    ]);
    entries.set('home', () => factories.createResponse(204));
    expect((await app.handle(get('/'))).getStatusCode()).toBe(204);
  });
});
