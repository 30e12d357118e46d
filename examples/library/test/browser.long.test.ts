import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type RunningLibrary, runLibrary, runLibraryOnServer } from './running-library.js';

/** An embedded PostgreSQL would take 800 MB beside Chromium. */
const server = process.env['DATABASE_URL'];

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const on = existsSync(executablePath) ? describe : describe.skip;
if (!existsSync(executablePath)) {
  const missing = `the pages in Chromium (there is no ${executablePath})`;
  if (process.env['REQUIRE_SERVICES'] !== undefined) throw new Error(`missing: ${missing}`);
  process.stderr.write(`Skipped: ${missing}\n`);
}

on('the pages in Chromium', () => {
  let library: RunningLibrary;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    library = await (server === undefined ? runLibrary(null) : runLibraryOnServer(server));
    browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-quic'],
    });
    page = await browser.newPage({
      baseURL: library.url,
      httpCredentials: { username: 'librarian', password: 'quiet-please' },
    });
  });
  afterAll(async () => {
    await browser.close();
    await library.close();
  });

  it('let a visitor add, find, change and delete a book', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Add a book' }).click();
    await page.getByLabel('Title').fill('Zadig & others');
    await page.getByLabel('Author').fill('Voltaire');
    await page.getByLabel('Year').fill('1747');
    await page.getByLabel('Language').fill('French');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'The Library' }).click();
    await page.getByRole('searchbox').fill('zadig');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'Zadig & others' }).click();
    await page.getByLabel('Year').fill('1748');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Voltaire, 1748').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/library');
    await page.goto('/library?q=zadig');
    expect(await page.getByText('No book was found.').count()).toBe(1);
  });

  it.each(['/library', '/library/books/8', '/library/books/new'])(
    'fit a phone at %s, without horizontal scrolling',
    async (path) => {
      await page.setViewportSize({ width: 360, height: 640 });
      await page.goto(path);
      const [content, shown] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      expect(content).toBeLessThanOrEqual(shown);
    },
  );

  it.each(['light', 'dark'] as const)('are readable in %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/library');
    const colors = '({ color, backgroundColor }) => [color, backgroundColor]';
    const [ink, paper] = await page.evaluate<[string, string]>(
      `(${colors})(getComputedStyle(document.body))`,
    );
    expect(contrast(ink, paper)).toBeGreaterThan(7);
  });
});

/** The contrast ratio of two `rgb(...)` colours (WCAG 2.2: 7 is its highest level). */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const channels = (color.match(/\d+/g) ?? []).map((text) => {
    const share = Number(text) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
