import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import { type AppInterface, createApp, text } from '../index.js';

describe.each(implementations)('QUERY on %s', (_name, factories) => {
  const { request } = requestsOf(factories);
  const app = (register: (made: AppInterface) => unknown): AppInterface => {
    const made = createApp({ factories });
    register(made);
    return made;
  };
  const query = (path: string, type: string | null, body: string) => {
    const made = request('QUERY', path).withBody(factories.createStream(body));
    return type === null ? made : made.withHeader('Content-Type', type);
  };
  const ok = (made: AppInterface) =>
    made.query('/books', (_request, response) => text(response, 'ok'));

  it.each<[string, (made: AppInterface) => unknown]>([
    ['query()', ok],
    ['any()', (made) => made.any('/books', (_request, response) => response)],
    [
      'map() in lower case',
      (made) => made.map(['query'], '/books', (_request, response) => response),
    ],
    ['map() with *', (made) => made.map(['*'], '/books', (_request, response) => response)],
    [
      'a group',
      (made) => made.group('/books', (books) => books.query('', (_request, response) => response)),
    ],
  ])('is served by %s, and refused without a Content-Type', async (_how, register) => {
    const made = app(register);
    const served = await made.handle(query('/books', 'application/sql', 'select 1'));
    expect(served.getStatusCode()).toBe(200);
    for (const type of [null, '']) {
      const refused = await made.handle(query('/books', type, 'select 1'));
      expect(refused.getStatusCode()).toBe(400);
      expect(await refused.getBody().text()).toContain('needs a Content-Type');
    }
  });

  it('is refused with a code, even if the size of its body is not known', () => {
    const made = createApp({ factories, errors: false });
    ok(made);
    async function* chunks() {
      yield await Promise.resolve(Buffer.from('x'));
    }
    const body = factories.createStreamFromResource(chunks());
    expect(() => made.handle(query('/books', null, '').withBody(body))).toThrow(
      expect.objectContaining({ code: 'CONTENT_TYPE_MISSING', status: 400 }),
    );
  });

  it('needs no Content-Type without a body', async () => {
    expect((await app(ok).handle(query('/books', null, ''))).getStatusCode()).toBe(200);
  });

  it('is refused before the layers of the route', async () => {
    const seen: string[] = [];
    const made = app((inner) =>
      ok(inner).add((incoming, handler) => {
        seen.push(incoming.getMethod());
        return handler.handle(incoming);
      }),
    );
    await made.handle(query('/books', null, 'x'));
    expect(seen).toEqual([]);
  });

  it('leaves other methods of the route alone', async () => {
    const made = app((inner) => inner.any('/books', (_request, response) => response));
    const post = request('POST', '/books').withBody(factories.createStream('x'));
    expect((await made.handle(post)).getStatusCode()).toBe(200);
  });
});
