import { describe, expect, it } from '@jest/globals';
import { CodedError } from '@mortise/base';
import type { AttributeKey } from '@mortise/http-message';
import { createApp, httpError, type Routes } from 'mortise';
import { inProcess } from 'mortise/testing';
import { implementations } from '../../../tooling/testing/implementations.js';
import {
  COOKIES,
  type CookiesInterface,
  encryptedCookies,
  signedCookies,
  withEncryptedCookie,
  withSignedCookie,
} from './index.js';

const keys = ['k'.repeat(32)];
const kinds = [
  ['signed', signedCookies, withSignedCookie],
  ['encrypted', encryptedCookies, withEncryptedCookie],
] as const;

describe.each(implementations)('the response to a request with %s', (_, factories) => {
  describe.each(kinds)('and %s cookies', (_kind, middleware, withCookie) => {
    const key: AttributeKey<CookiesInterface> = COOKIES;

    async function answered(path: string, Cookie: string | null = null) {
      const app = createApp({ factories });
      app.get('/set', (_request, response) => withCookie(response, keys, 'user', 'ada'));
      const pages = (routes: Routes): void => {
        routes.get('/page', async (request, response) => {
          await request.getAttribute(key)?.get('user');
          await request.getAttribute(key)?.get('other');
          return response.withHeader('Cache-Control', 'public, max-age=60');
        });
        routes.get('/plain', (_request, response) =>
          response.withHeader('Cache-Control', 'public, max-age=60'),
        );
        routes.get('/stream/{kind}', async (request, response, { kind }) => {
          const cookies = request.getAttribute(key);
          if (kind === 'after') await cookies?.get('user');
          async function* lines() {
            const error = await cookies?.get('user').then(
              () => null,
              (late: unknown) => late,
            );
            yield error instanceof CodedError ? error.code : 'read';
          }
          const body = factories.createStreamFromResource(lines());
          return (
            kind === 'unstored' ? response.withHeader('Cache-Control', 'no-store') : response
          ).withBody(body);
        });
        routes.get('/error', async (request) => {
          await request.getAttribute(key)?.get('user');
          throw httpError(409);
        });
      };
      app.group('/group', pages).add(middleware({ keys }));
      pages(app);
      app.add(middleware({ keys }));
      const client = inProcess(app);
      const [set = ''] = (await client.get('/set')).getHeaderLine('Set-Cookie').split(';');
      const headers = { Cookie: Cookie ?? set };
      return client.get(path, { headers });
    }
    async function caching(path: string, Cookie: string | null = null) {
      const response = await answered(path, Cookie);
      return [response.getHeaderLine('Cache-Control'), response.getHeaderLine('Vary')];
    }

    it('is private and varies by Cookie if a cookie was read', async () => {
      expect(await caching('/page')).toEqual(['private, max-age=60', 'Cookie']);
    });

    it('is private if the cookie was refused', async () => {
      expect(await caching('/page', 'user=forged')).toEqual(['private, max-age=60', 'Cookie']);
    });

    it('varies by Cookie if the cookies that were read are absent', async () => {
      expect(await caching('/page', 'theme=dark')).toEqual(['public, max-age=60', 'Cookie']);
    });

    it.each([
      ['first', 'COOKIE_LATE'],
      ['after', 'read'],
      ['unstored', 'read'],
    ])('has a streamed body, reading cookies %s: %s', async (kind, read) => {
      const response = await answered(`/stream/${kind}`);
      expect(await response.getBody().text()).toBe(read);
    });

    it('is not changed if no cookie was read', async () => {
      expect(await caching('/plain')).toEqual(['public, max-age=60', '']);
    });

    it.each(['/error', '/group/error'])(
      'has the same marks if it is for the error of %s',
      async (path) => {
        const [cacheControl, vary] = await caching(path);
        expect(cacheControl).toBe('private, no-cache');
        expect(vary).toContain('Cookie');
      },
    );
  });
});
