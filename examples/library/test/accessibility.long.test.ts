import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { allPages } from './all-pages.js';
import type { Shown } from './shown.js';
import { EVENTS, launchChromium, looks, signInWith } from './chromium.js';
import { inChromium } from './in-chromium.js';
import { type RunningLibrary, runLibrary, runLibraryOnServer } from './running-library.js';
import { unconnectedLibrary } from './unconnected-library.js';
import { Visitor } from './visitor.js';

/** An embedded PostgreSQL would take 800 MB beside Chromium. */
const server = process.env['DATABASE_URL'];

/** What the dark look changes of the light one. */
const COLORS = ['color-contrast', 'link-in-text-block'];

/** Nodes in which nothing is wrong stay in the page: there are a hundred times as many. */
const axeRun = (runOnly?: readonly string[]) =>
  `axe.run(${JSON.stringify({ resultTypes: ['violations'], ...(runOnly && { runOnly }) })})
    .then(({ violations }) => violations)`;

inChromium('every page, in Chromium', () => {
  let library: RunningLibrary;
  let browser: Browser;
  let axe: string;
  const pages = new Map<string, Page>();

  beforeAll(async () => {
    library = await (server === undefined ? runLibrary() : runLibraryOnServer(server));
    browser = await launchChromium();
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    for (const as of ['visitor', 'reader', 'librarian'] as const) {
      const context = await browser.newContext({ baseURL: library.url });
      if (as !== 'visitor') await signInWith(context, library.url, as);
      pages.set(as, await context.newPage());
    }
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await library.close();
  });

  /**
   * Opens a page and looks at it light, dark, where only colors are different, and on a phone.
   *
   * @returns what axe, the policy and the network objected to
   */
  async function complaints(
    page: Page,
    { path, act }: Pick<Shown, 'path' | 'act'>,
  ): Promise<string[]> {
    const found: string[] = [];
    page.removeAllListeners();
    // After a gap of events, the page would load its present state while it is looked at.
    await page.route(EVENTS, (route) => route.abort());
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) found.push(message.text());
    });
    page.on('pageerror', (error) => found.push(error.message));
    page.on('request', (request) => {
      const { origin } = new URL(request.url());
      if (origin !== new URL(page.url()).origin && page.url() !== 'about:blank')
        found.push(request.url());
    });
    await page.goto(path);
    await act?.(page);
    // Run from outside the page, where its policy does not apply.
    await page.evaluate(axe);
    for (const [look, { colorScheme, viewport }] of Object.entries(looks)) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      const rules = colorScheme === 'dark' ? COLORS : undefined;
      const violations = await page.evaluate<AxeResults['violations']>(axeRun(rules));
      for (const { id, nodes } of violations) {
        for (const { html, failureSummary } of nodes)
          found.push(`${look}: ${id}: ${html} ${failureSummary}`);
      }
      const [content, shown] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      if (content > shown) found.push(`${look}: ${content} px wide`);
    }
    return found;
  }

  it.each(allPages.map((shown) => [shown.name, shown] as const))(
    'is accessible, and keeps to the policy: %s',
    async (_, shown) => {
      expect(await complaints(pages.get(shown.as) as Page, shown)).toEqual([]);
    },
  );

  it('is accessible while the database is away, and when too much was tried', async () => {
    const away = await unconnectedLibrary();
    const context = await browser.newContext({ baseURL: away.url });
    const page = await context.newPage();
    expect(await complaints(page, { path: '/books' })).toEqual([]);
    expect(await page.title()).toContain('503');
    const visitor = new Visitor(away.url);
    for (let count = 0; count < 2; count++) await visitor.signIn('reader', 'x');
    const act = async () => {
      await page.getByLabel('Name').fill('reader');
      await page.getByLabel('Password').fill('x');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForLoadState();
    };
    expect(await complaints(page, { path: '/sign-in', act })).toEqual([]);
    expect(await page.locator('.error').textContent()).toContain('Too many requests. Try again in');
    expect(await page.getByLabel('Name').inputValue()).toBe('reader');
    await context.close();
    await away.close();
  });
});
