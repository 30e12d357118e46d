import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from './chromium.js';
import { inChromium } from './in-chromium.js';
import { type RunningLibrary, runLibrary, runLibraryOnServer } from './running-library.js';

/** An embedded PostgreSQL would take 800 MB beside Chromium. */
const server = process.env['DATABASE_URL'];

inChromium('the tools of librarians in Chromium', () => {
  let library: RunningLibrary;
  let browser: Browser;
  let page: Page;
  const violations: string[] = [];

  beforeAll(async () => {
    library = await (server === undefined ? runLibrary() : runLibraryOnServer(server));
    browser = await launchChromium();
    const context = await browser.newContext({ baseURL: library.url });
    page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') violations.push(message.text());
    });
    await page.goto('/sign-in');
    await page.getByLabel('Name').fill('librarian');
    await page.getByLabel('Password').fill('quiet-please');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Welcome, librarian.').waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await library.close();
  });

  it('upload several covers with a bar, and report each', async () => {
    const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
    const picture = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
    await page.goto('/covers');
    await page
      .getByLabel('Pictures')
      .setInputFiles([
        picture('70.png', png),
        picture('71.png', png),
        picture('72.png', Buffer.from('text')),
      ]);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('2 of 3 are covers now.').waitFor();
    expect(await page.getByRole('row').filter({ hasText: '72.png' }).innerText()).toContain(
      'Send a picture',
    );
  });

  it('import CSV, and show the lines that are stored', async () => {
    await page.goto('/import');
    const text = 'title,author,year,language\nZadig,Voltaire,1747,French\nx,y,soon,z\n';
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'books.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByText('The import is finished.').waitFor();
    await page.getByText('Give the year of first publication').waitFor();
  });

  it('show what a page cost, and its source, within the policy', async () => {
    await page.goto('/books');
    const footer = page.locator('footer');
    expect(await footer.innerText()).toMatch(/db [\d.]+ ms, view [\d.]+ ms/);
    await footer.getByRole('link', { name: 'How this page was made' }).click();
    await page.getByText('routes.get(', { exact: false }).first().waitFor();
    expect(violations).toEqual([]);
  });

  it.each(['/covers', '/how?path=%2Fbooks'])(
    'fit a phone at %s, without horizontal scrolling',
    async (path) => {
      await page.setViewportSize({ width: 390, height: 640 });
      await page.goto(path);
      const [content, shown] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      expect(content).toBeLessThanOrEqual(shown);
    },
  );
});
