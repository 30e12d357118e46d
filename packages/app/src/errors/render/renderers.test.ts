import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../../test/requests-of.js';
import { createApp, HttpException, HttpNotFoundException } from '../../index.js';

const FORMATS = [
  'application/json',
  'application/problem+json',
  'application/xml',
  'text/html',
  'text/plain',
];

describe.each(implementations)('on %s', (_implementation, factories) => {
  const { get } = requestsOf(factories);
  const logger = { error: () => undefined, info: () => undefined };
  class ShopError extends Error {}
  class OutOfStock extends ShopError {}

  describe('the body of a response to an error', () => {
    it.each(FORMATS)('displays no empty file, line or trace as %s', async (Accept) => {
      const app = createApp({ factories });
      app.addErrorMiddleware(true, false, false);
      const body = await bodyOf(app, { Accept });
      expect(body).toContain('HttpNotFoundException');
      expect(body).not.toMatch(/File|Line|Trace|"(?:file|line|trace)"|<(?:file|line)>/);
    });

    it.each(FORMATS)('displays the nearest routes as %s', async (Accept) => {
      const app = createApp({ factories });
      app.get('/', (incoming) => {
        const error = new HttpNotFoundException(incoming);
        error.nearRoutes = () => [
          { methods: ['GET', 'PUT'], pattern: '/books/{id}', reason: 'is <long>' },
        ];
        throw error;
      });
      app.addErrorMiddleware(true, false, false);
      const body = await bodyOf(app, { Accept });
      expect(body).toContain('/books/{id}');
      if (!Accept.includes('json')) expect(body).toContain('GET, PUT');
      expect(body).toMatch(/is (?:<|&lt;)long/);
    });

    it('looks for the nearest routes only to display details', async () => {
      let asked = 0;
      const app = createApp({ factories });
      app.get('/', (incoming) => {
        const error = new HttpNotFoundException(incoming);
        error.nearRoutes = () => [[], asked++][0] as [];
        throw error;
      });
      app.addErrorMiddleware(false, true, true, logger);
      await bodyOf(app);
      expect(asked).toBe(0);
    });

    it('displays at most ten causes, even of an error that is its own cause', async () => {
      const error = new ShopError('round and round');
      error.cause = error;
      const app = failing(() => error);
      app.addErrorMiddleware(true, false, false);
      const body = await bodyOf(app, { Accept: 'application/json' });
      expect((JSON.parse(body) as { exception: unknown[] }).exception).toHaveLength(10);
    });

    it('displays class, message and causes if details are to be displayed', async () => {
      const app = failing(() => new ShopError('no bread', { cause: new OutOfStock('flour') }));
      app.addErrorMiddleware(true, false, false);
      const response = await app.handle(get('/', { Accept: 'application/json' }));
      const { exception } = JSON.parse(await response.getBody().text()) as {
        exception: readonly { type: string; message: string; line: number }[];
      };
      expect(exception.map(({ type, message }) => `${type}: ${message}`)).toEqual([
        'ShopError: no bread',
        'OutOfStock: flour',
      ]);
      expect(exception[0]?.line).toBeGreaterThan(0);
    });

    it.each([
      ['text/html', /<script>|'x' &/],
      ['application/xml', /<script>|]]>|y &/],
    ])('escapes everything as %s', async (Accept, forbidden) => {
      const nasty = `<script>1</script> ]]>y & 'x' & "\u0000`;
      const app = createApp({ factories });
      app.get('/', (incoming) => {
        const error = new HttpException(incoming, nasty, 418, { cause: new Error(nasty) });
        throw error.setTitle(nasty).setDescription(nasty);
      });
      for (const details of [true, false]) {
        app.addErrorMiddleware(details, false, false);
        const body = await bodyOf(app, { Accept });
        expect(body.replaceAll(/<!\[CDATA\[[\s\S]*?]]>/g, '')).not.toMatch(forbidden);
      }
    });

    it('contains no character that XML does not allow', async () => {
      const app = createApp({ factories });
      app.get('/', (incoming) => {
        throw new HttpException(incoming, '', 418).setTitle('a\u0000b\ud800c\u{1f600}');
      });
      expect(await bodyOf(app, { Accept: 'text/xml' })).toContain('[a\ufffdb\ufffdc\u{1f600}]');
    });
  });

  function failing(make: () => unknown) {
    const app = createApp({ factories, logger });
    app.add(() => {
      throw make();
    });
    return app;
  }

  async function bodyOf(app: ReturnType<typeof failing>, headers = {}): Promise<string> {
    return (await app.handle(get('/', headers))).getBody().text();
  }
});
