import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { EVENTS, launchChromium, openLive, signInWith } from './chromium.js';
import { inChromium } from './in-chromium.js';
import { PNG } from './pictures.js';
import { librarian } from './rules/api.js';
import { type RunningLibrary, runLibrary, runLibraryOnServer } from './running-library.js';
import { signedIn, type Visitor } from './visitor.js';

const server = process.env['DATABASE_URL'];
const picture = { name: 'c.png', mimeType: 'image/png', buffer: PNG };

inChromium('pages in Chromium that are out of date', () => {
  let library: RunningLibrary;
  let browser: Browser;
  /** Somebody else, without a browser. */
  let other: Visitor;

  beforeAll(async () => {
    library = await (server === undefined ? runLibrary() : runLibraryOnServer(server));
    browser = await launchChromium();
    other = await signedIn(library.url, 'reader');
  });
  afterAll(async () => {
    await browser.close();
    await library.close();
  });

  const pageOf = async (name: 'reader' | 'librarian'): Promise<Page> => {
    const context = await browser.newContext({ baseURL: library.url });
    await signInWith(context, library.url, name);
    return context.newPage();
  };
  const signInIn = async (page: Page): Promise<void> => {
    await page.getByLabel('Name').fill('librarian');
    await page.getByLabel('Password').fill('quiet-please');
    await page.locator('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Welcome, librarian.').waitFor();
  };

  it('show what has happened before they asked for events', async () => {
    const page = await pageOf('librarian');
    const borrowed = page
      .waitForRequest('**/library.js')
      .then(() => other.submit('/books/40/borrow'));
    await page.route('**/library.js', async (route) => {
      await borrowed;
      await route.continue();
    });
    await page.goto('/books/40'); // two copies
    await page.getByText('1 of 2 available').waitFor();
    await other.submit('/books/40/return');
    await page.context().close();
  });

  it('show what has happened while another page was shown, after the button Back', async () => {
    const page = await pageOf('librarian');
    await openLive(page, '/books/40');
    await page.getByText('2 of 2 available').waitFor();
    await page.goto('/statistics');
    await other.submit('/books/40/borrow');
    await page.goBack();
    await page.getByText('1 of 2 available').waitFor();
    await other.submit('/books/40/return');
    await page.context().close();
  });

  it('are all live if eight are in sight, of a browser that opens six connections', async () => {
    const page = await pageOf('reader');
    const tabs = [page];
    while (tabs.length < 8) tabs.push(await page.context().newPage());
    for (const tab of tabs) await tab.goto('/books/40');
    await other.submit('/books/40/borrow');
    for (const tab of tabs) await tab.getByText('1 of 2 available').waitFor();
    await other.submit('/books/40/return');
    for (const tab of tabs) await tab.getByText('2 of 2 available').waitFor();
    await page.context().close();
  });

  it('offer what a person can do since then: reserve a book, and borrow the copy that is kept', async () => {
    const page = await pageOf('librarian');
    await openLive(page, '/books/3'); // one copy
    await page.getByRole('button', { name: 'Borrow' }).waitFor();
    await other.submit('/books/3/borrow');
    await page.getByRole('button', { name: 'Reserve the next copy' }).click();
    await page.locator('.notice', { hasText: 'The next copy is reserved for you.' }).waitFor();
    await openLive(page, '/books/3');
    await other.submit('/books/3/return');
    await page.getByText('A copy is kept for you.').waitFor();
    await page.getByRole('button', { name: 'Borrow' }).click();
    await page.getByRole('button', { name: 'Return' }).click();
    await page.getByText('Thank you for returning this book.').waitFor();
    await page.context().close();
  });

  it('send a form once, however often its button is pressed', async () => {
    const page = await pageOf('librarian');
    await page.route(EVENTS, (route) => route.abort());
    await page.goto('/books/41');
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1;
    });
    const pressTwice = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).dblclick();
    };
    await pressTwice('Borrow');
    await page.getByText('You have borrowed this book.').first().waitFor();
    await pressTwice('Return');
    await page.getByText('Thank you for returning this book.').waitFor();
    await page.getByLabel('A new cover').setInputFiles(picture);
    await pressTwice('Upload');
    await page.getByText('The book has a new cover.').waitFor();
    expect(sent).toBe(3);
    expect(await page.evaluate('document.activeElement.className')).toBe('notice');
    await page.context().close();
  });

  it('keep a file that was chosen before the session ended, and send it after one press', async () => {
    const page = await pageOf('librarian');
    await page.goto('/books/42');
    await page.getByLabel('A new cover').setInputFiles(picture);
    await page.context().clearCookies();
    const upload = page.getByRole('button', { name: 'Upload' });
    await upload.click();
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.locator('.problem').getByRole('link', { name: 'Sign in' }).click(),
    ]);
    await signInIn(tab);
    await upload.click();
    await page.getByText('The book has a new cover.').waitFor();
    await page.context().close();
  });

  it('send what was typed before the session ended after one press', async () => {
    const page = await pageOf('librarian');
    await page.goto('/books/new');
    const values = { Title: 'Kept', Author: 'Nobody', Year: '1900', Language: 'English' };
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save' }).click();
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.locator('main').getByRole('link', { name: 'Sign in' }).click(),
    ]);
    await signInIn(tab);
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('The book is in the catalogue.').waitFor();
    await page.getByRole('link', { name: 'Delete this book' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/books');
    await page.context().close();
  });

  it('show that an import is finished, with the books and the refused lines of its end', async () => {
    const path = `/imports/${crypto.randomUUID()}`;
    const send = async (method: string, to: string, type: string, body: string) => {
      const headers = { ...librarian, 'Content-Type': type };
      const response = await fetch(`${library.url}/api${to}`, { method, headers, body });
      expect([await response.text(), response.status]).toEqual([expect.any(String), 200]);
    };
    const lines = (query: string, text: string) =>
      send('POST', `${path}/lines?${query}`, 'application/x-ndjson', text);
    const book = JSON.stringify({ title: 'x', author: 'x', year: 1, language: 'x' });
    await send('PUT', path, 'application/json', '{"name":"live.ndjson"}');
    await lines('from=0&last=false', `${book}\n`);
    const page = await pageOf('librarian');
    await openLive(page, path.replace('imports', 'import'));
    await page.getByText('1 line, 1 book added, not finished').waitFor();
    await lines('from=1', `${book}\nnot JSON\n`);
    await page.getByText('This is not JSON').waitFor();
    expect(await page.locator('main p').first().innerText()).toBe(
      '3 lines, 2 books added, 1 line refused',
    );
    await page.context().close();
  });

  it('take a form again that was stopped', async () => {
    const page = await pageOf('librarian');
    await page.goto('/import');
    await page.context().setOffline(true);
    const buffer = Buffer.from('title,author,year,language\nZadig,Voltaire,1747,French\n');
    const file = { name: 'books.csv', mimeType: 'text/csv', buffer };
    await page.getByLabel('File').setInputFiles(file);
    const press = () => page.getByRole('button', { name: 'Import' }).click();
    await press();
    await page.getByText('The connection was lost.').waitFor();
    await page.context().setOffline(false);
    await press();
    await page.getByText('The import is finished').waitFor();
    await page.context().close();
  });
});
