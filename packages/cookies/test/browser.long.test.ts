import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createApp, html, serve, type ServerHandle } from 'mortise';
import type { Browser, BrowserContext, Cookie, Page } from 'playwright-core';
import { launchChromium, withChromium } from '../../../tooling/testing/chromium.js';
import {
  COOKIES,
  encryptedCookies,
  signedCookies,
  withEncryptedCookie,
  withSignedCookie,
} from '../src/index.js';

const keys = ['k'.repeat(32)];
const on = withChromium('cookies');

on('in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  describe.each([
    ['signed', signedCookies, withSignedCookie],
    ['encrypted', encryptedCookies, withEncryptedCookie],
  ])('cookies that are %s', (kind, middleware, withCookie) => {
    let server: ServerHandle;
    let context: BrowserContext;
    let page: Page;

    beforeAll(async () => {
      const app = createApp();
      app.map(['GET', 'POST'], '/', async (request, response) => {
        const values: (string | null)[] = [];
        for (const name of ['user', 'strict', '__Host-none'])
          values.push((await request.getAttribute(COOKIES)?.get(name)) ?? null);
        return html(response, `<p>${JSON.stringify(values)}</p>`);
      });
      app.get('/set', async (_request, response) => {
        const user = { path: '/', httpOnly: true, sameSite: 'Lax' } as const;
        const none = { path: '/', secure: true, sameSite: 'None' } as const;
        let set = await withCookie(response, keys, 'user', 'Ana é;=', user);
        set = await withCookie(set, keys, 'strict', 's', { path: '/', sameSite: 'Strict' });
        return withCookie(set, keys, '__Host-none', 'n', none);
      });
      // A page of another site, when it is opened as 127.0.0.1.
      app.get('/elsewhere', (_request, response) => {
        const target = `http://localhost:${server.port}/`;
        return html(
          response,
          `<a href="${target}">link</a><form method="post" action="${target}"><button>send</button></form>`,
        );
      });
      app.add(middleware({ keys }));
      server = await serve(app, { port: 0 });
      context = await browser.newContext({ baseURL: `http://localhost:${server.port}` });
      page = await context.newPage();
    });
    afterAll(async () => {
      await context.close();
      await server.close();
    });

    it('are kept, including a Secure one over http on localhost, and scripts cannot read an HttpOnly one', async () => {
      await visit();
      expect(await read()).toEqual(['Ana é;=', 's', 'n']);
      const visible = await page.evaluate<string>('document.cookie');
      expect([visible.includes('strict='), visible.includes('user=')]).toEqual([true, false]);
      const { value = '' } = (await jar()).get('user') ?? {};
      expect(decodeURIComponent(value).includes('Ana')).toBe(kind === 'signed');
    });

    it('are absent if the visitor has changed them or swapped their names', async () => {
      await visit();
      const cookies = await jar();
      const { value = '' } = cookies.get('user') ?? {};
      const strict = cookies.get('strict')?.value ?? '';
      await change(
        'user',
        value.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
      );
      await change('strict', value);
      await change('__Host-none', strict);
      expect(await read()).toEqual([null, null, null]);
    });

    it('follow SameSite: a link on another site sends Lax, a form there only None', async () => {
      await visit();
      await page.goto(`http://127.0.0.1:${server.port}/elsewhere`);
      await page.getByRole('link').click();
      expect(await shown()).toEqual(['Ana é;=', null, 'n']);
      await page.goto(`http://127.0.0.1:${server.port}/elsewhere`);
      await page.getByRole('button').click();
      expect(await shown()).toEqual([null, null, 'n']);
    });

    /** A new visitor, with the cookies. */
    async function visit(): Promise<void> {
      await context.clearCookies();
      await page.goto('/set');
    }

    async function read(): Promise<unknown> {
      await page.goto('/');
      return shown();
    }

    async function shown(): Promise<unknown> {
      return JSON.parse((await page.locator('p').textContent()) ?? '');
    }

    async function jar(): Promise<Map<string, Cookie>> {
      return new Map((await context.cookies()).map((cookie) => [cookie.name, cookie]));
    }

    async function change(name: string, value: string): Promise<void> {
      const cookie = (await jar()).get(name);
      if (cookie !== undefined) await context.addCookies([{ ...cookie, value }]);
    }
  });
});
