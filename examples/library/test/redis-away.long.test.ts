import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, openLive, signInWith } from './chromium.js';
import { freePort } from './free-port.js';
import { inChromium } from './in-chromium.js';
import { type OwnRedis, ownRedis, redisProgram } from './own-redis.js';
import { librarian } from './rules/api.js';
import { type RunningLibrary, runLibrary, runLibraryOnServer } from './running-library.js';
import { withService } from './with-service.js';

const server = process.env['DATABASE_URL'];
const on = withService(redisProgram !== undefined, 'Redis away (install redis-server)');

/** Milliseconds: a machine that does much else at the same time needs longer than a visitor waits. */
const PATIENCE = 60_000;

// In this order: what was done while Redis was stopped is looked at when it is back.
on('Redis, stopped and started again', () => {
  inChromium('seen in three browsers', () => {
    let redis: OwnRedis;
    let library: RunningLibrary;
    let browser: Browser;
    let visitor: Page;
    let reader: Page;
    let room: Page;

    beforeAll(async () => {
      redis = await ownRedis(await freePort());
      const variables = { REDIS_URL: redis.url };
      library = await (server === undefined
        ? runLibrary(variables)
        : runLibraryOnServer(server, variables));
      browser = await launchChromium();
      // An event that Redis keeps: the library can then tell that it has missed none.
      expect((await borrow(42)).status).toBe(204);
      visitor = await opened('/books/40');
      await visitor.evaluate('window.opened = true');
      reader = await opened('/books/41', 'reader');
      room = await opened('/reading-room', 'librarian');
      await room.getByText('You are in the room.').waitFor();
      await redis.stop();
    }, 120_000);
    afterAll(async () => {
      await browser.close();
      await library.close();
      await redis.close();
    });

    async function opened(path: string, name?: 'reader' | 'librarian'): Promise<Page> {
      const context = await browser.newContext({ baseURL: library.url });
      if (name !== undefined) await signInWith(context, library.url, name);
      const page = await context.newPage();
      await (path.startsWith('/books') ? openLive(page, path) : page.goto(path));
      return page;
    }

    /** By the API, which needs no session. */
    function borrow(book: number): Promise<Response> {
      const loan = `${library.url}/api/books/${book}/loan`;
      return fetch(loan, { method: 'POST', headers: librarian });
    }

    /** Repeats what a person does until the page shows it: the library connects again by itself. */
    async function until(act: () => Promise<unknown>, isShown: () => Promise<boolean>) {
      const end = performance.now() + PATIENCE;
      do {
        await act();
        if (await isShown()) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      } while (performance.now() < end);
      throw new Error('it is not shown');
    }

    it('shows 503 in the design to people who are signed in, and visitors read on', async () => {
      await reader.goto('/account');
      await reader.getByRole('heading', { name: 'Closed for a moment' }).waitFor();
      const other = await visitor.context().newPage();
      await other.goto('/books/40');
      await other.getByRole('heading', { name: 'Visions & Cants' }).waitFor();
      await other.close();
    });

    it('takes loans of the API, and open pages keep what they show', async () => {
      expect((await borrow(40)).status).toBe(204);
      expect(await visitor.getByText('2 of 2 available').count()).toBe(1);
    });

    it('gives a message that the room cannot pass on back to the person', async () => {
      await room.getByLabel('Your message').fill('hello');
      await room.getByRole('button', { name: 'Say' }).click();
      await room.getByText('The room does not respond. Send it again: hello').waitFor();
      expect(await room.getByLabel('Your message').inputValue()).toBe('hello');
    });

    it('shows open pages what was borrowed in the meantime, without a reload', async () => {
      await redis.start();
      await visitor.getByText('1 of 2 available').waitFor({ timeout: PATIENCE });
      expect(await visitor.evaluate('window.opened')).toBe(true);
    });

    it('keeps the log-in', async () => {
      await until(
        () => reader.goto('/account'),
        async () => (await reader.getByRole('heading', { name: 'Your account' }).count()) === 1,
      );
    });

    it('passes the message on, over the connection that is open', async () => {
      const heard = room.getByRole('listitem').filter({ hasText: 'librarian hello' });
      await until(
        () => room.getByRole('button', { name: 'Say' }).click(),
        async () => (await heard.count()) > 0,
      );
    });
  });
});
