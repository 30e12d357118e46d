import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, signInWith } from './chromium.js';
import { inChromium } from './in-chromium.js';
import { type RunningLibrary, runLibrary, runLibraryOnServer } from './running-library.js';

/** An embedded PostgreSQL would take 800 MB beside Chromium. */
const server = process.env['DATABASE_URL'];

inChromium('the looks of the pages, in Chromium', () => {
  let library: RunningLibrary;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    library = await (server === undefined ? runLibrary() : runLibraryOnServer(server));
    browser = await launchChromium();
    const context = await browser.newContext({ baseURL: library.url });
    await signInWith(context, library.url, 'librarian');
    page = await context.newPage();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await library.close();
  });

  it('cut a long title of a card after three lines', async () => {
    await page.goto('/books?q=defoe');
    const [height, line] = await page.evaluate<[number, number]>(
      `(() => { const title = document.querySelector('.card strong');
        return [title.clientHeight, parseFloat(getComputedStyle(title).lineHeight)]; })()`,
    );
    expect(height / line).toBeCloseTo(3, 0);
  });

  it.each([
    [1280, [1, 1]],
    [390, [2, 1]],
  ])('have what librarians do in a row of its own: at %d px, %j', async (width, rows) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/books/1');
    const found = await page.evaluate<number[]>(
      `[...document.querySelectorAll('header nav')].map((nav) =>
        new Set([...nav.querySelectorAll('a, button')].map((one) => Math.round(one.getBoundingClientRect().top / 8))).size)`,
    );
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(found).toEqual(rows);
  });

  it('show that a button was pressed while its response is awaited', async () => {
    await page.goto('/books/45');
    const [before, pressed] = await page.evaluate<[string[], string[]]>(`(() => {
      const button = document.querySelector('[action$="/borrow"] button');
      const look = () => (({ cursor, opacity }) => [cursor, opacity])(getComputedStyle(button));
      document.addEventListener('submit', (event) => event.preventDefault()); // its response never comes
      const before = look();
      button.click();
      return [before, look()];
    })()`);
    expect(before).toEqual(['pointer', '1']);
    expect(pressed).toEqual(['progress', '0.55']);
  });

  it('say what the page cost from which somebody came', async () => {
    await page.goto('/books/5');
    const cost = await page.locator('footer [data-cost]').textContent();
    expect(cost).toMatch(/^db [\d.]+ ms, view [\d.]+ ms$/);
    await page.getByRole('link', { name: 'How this page was made' }).click();
    await page.waitForURL('**/how?**');
    expect(await page.locator('[data-cost-of="/books/5"]').textContent()).toBe(cost);
    await page.goto('/how?path=/books/6');
    const other = page.locator('[data-cost-of="/books/6"]');
    expect(await other.textContent()).toBe('open it first in this window');
  });

  it('draw bars in the colors that somebody forces', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto('/statistics');
    const [bar, text] = await page.evaluate<[string, string]>(
      `[getComputedStyle(document.querySelector('.bar')).fill, getComputedStyle(document.querySelector('h1')).color]`,
    );
    await page.emulateMedia({ forcedColors: 'none' });
    expect(bar).toBe(text);
  });

  it('have no form for messages without the script that sends them', async () => {
    const context = await browser.newContext({ baseURL: library.url, javaScriptEnabled: false });
    await signInWith(context, library.url, 'reader');
    const plain = await context.newPage();
    await plain.goto('/reading-room');
    expect(await plain.getByRole('button', { name: 'Say' }).isVisible()).toBe(false);
    await context.close();
    await page.goto('/reading-room');
    expect(await page.getByRole('button', { name: 'Say' }).isVisible()).toBe(true);
  });
});
