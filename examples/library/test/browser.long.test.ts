import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { EVENTS, launchChromium } from './chromium.js';
import { inChromium } from './in-chromium.js';
import { PNG } from './pictures.js';
import { type RunningLibrary, runLibrary, runLibraryOnServer } from './running-library.js';

/** An embedded PostgreSQL would take 800 MB beside Chromium. */
const server = process.env['DATABASE_URL'];

inChromium('the pages in Chromium', () => {
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

  it('let a visitor add, find, change and delete a book', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Add a book' }).click();
    await page.getByLabel('Title').fill('Zadig & others');
    await page.getByLabel('Author').fill('Voltaire');
    await page.getByLabel('Year').fill('1747');
    await page.getByLabel('Language').fill('French');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The book is in the catalogue.').waitFor();
    await page.getByRole('link', { name: 'The Library' }).click();
    await page.getByRole('searchbox').fill('zadig');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'Zadig & others' }).click();
    await page.getByRole('link', { name: 'Edit this book' }).click();
    await page.getByLabel('Year').fill('1748');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1748').waitFor();
    await page.getByRole('link', { name: 'Delete this book' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/books');
    await page.goto('/books?q=zadig');
    expect(await page.getByText('No books found').count()).toBe(1);
  });

  it.each([
    ['load their present state', '', 2],
    ['stay as they are if somebody has begun to use a form', 'Voltaire', 1],
  ])('%s after a gap of events', async (_, typed, loaded) => {
    const other = await page.context().newPage();
    let loads = 0;
    other.on('load', () => loads++);
    const events = new EventEmitter();
    const begun = once(events, 'begun');
    let requests = 0;
    await other.route(EVENTS, async (route) => {
      if (++requests > 1) {
        // By the page that was loaded again, or after the end of the first response.
        events.emit('asked again');
        await route.abort();
        return;
      }
      await begun;
      const body = 'retry: 10\nevent: gap\ndata: x\n\n';
      await route.fulfill({ contentType: 'text/event-stream', body });
    });
    await other.goto('/books');
    if (typed !== '') await other.getByRole('searchbox').fill(typed);
    const asked = once(events, 'asked again');
    events.emit('begun');
    await asked;
    if (loads < loaded) await other.waitForEvent('load');
    expect([await other.getByRole('searchbox').inputValue(), loads]).toEqual([typed, loaded]);
    await other.close();
  });

  it('show what is left in another window, without a reload', async () => {
    const other = await page.context().newPage();
    await other.goto('/books/40'); // two copies
    await other.evaluate('window.opened = true');
    await page.goto('/books/40');
    await page.getByRole('button', { name: 'Borrow' }).click();
    await other.getByText('1 of 2 available').waitFor();
    expect(await other.evaluate('window.opened')).toBe(true);
    await page.getByRole('button', { name: 'Return' }).click();
    await other.getByText('2 of 2 available').waitFor();
    await other.close();
  });

  it('say in another window that a book is deleted, and offer nothing that needs it', async () => {
    await page.goto('/books/new');
    const values = { Title: 'Deleted', Author: 'Nobody', Year: '1900', Language: 'English' };
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The book is in the catalogue.').waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    expect(await other.locator('main').getByRole('button').count()).toBeGreaterThan(1);
    await page.getByRole('link', { name: 'Delete this book' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await other.getByText('no longer in the catalogue').waitFor();
    expect(await other.locator('main').getByRole('button').count()).toBe(0);
    await other.close();
  });

  it('upload a cover with a bar, and show the message after it', async () => {
    await page.goto('/books/41');
    const picture = { name: 'c.png', mimeType: 'image/png', buffer: PNG };
    await page.getByLabel('A new cover').setInputFiles(picture);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('The book has a new cover.').waitFor();
  });

  it('keep the form, and say the status, when a proxy responds with an error page of its own', async () => {
    await page.goto('/books/42');
    const body = '<html><body><center><h1>504 Gateway Time-out</h1></center></body></html>';
    await page.route(
      '**/cover',
      (route) => route.fulfill({ status: 504, contentType: 'text/html', body }),
      { times: 1 },
    );
    const picture = { name: 'c.png', mimeType: 'image/png', buffer: PNG };
    await page.getByLabel('A new cover').setInputFiles(picture);
    const answered = page.waitForResponse('**/cover');
    await page.getByRole('button', { name: 'Upload' }).click();
    await answered;
    await page.getByText('The server responded with 504. Send the form again.').waitFor();
    violations.length = 0; // Chromium has written of the 504
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('The book has a new cover.').waitFor();
  });

  it('say in the reading room what others hear, and keep what was not sent in its field', async () => {
    await page.goto('/reading-room');
    await page.getByText('You are in the room.').waitFor();
    await page.getByText('You are the only reader here.').waitFor();
    const other = await page.context().newPage();
    await other.goto('/reading-room');
    for (const each of [page, other]) {
      await each.getByText('2 readers are here.').waitFor();
    }
    await other.close();
    await page.getByText('You are the only reader here.').waitFor();
    await page.getByLabel('Your message').fill('hello');
    await page.getByRole('button', { name: 'Say' }).click();
    await page.getByRole('listitem').filter({ hasText: 'librarian hello' }).waitFor();
    await page.evaluate('socket.close()');
    await page.getByText('The connection is closed.').waitFor();
    await page.getByLabel('Your message').fill('too late');
    await page.getByRole('button', { name: 'Say' }).click();
    await page.getByText('The message was not sent').waitFor();
    expect(await page.getByLabel('Your message').inputValue()).toBe('too late');
  });

  it('upload several covers with a bar, and report each', async () => {
    const picture = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
    await page.goto('/covers');
    await page
      .getByLabel('Pictures')
      .setInputFiles([
        picture('70.png', PNG),
        picture('71.png', PNG),
        picture('72.png', Buffer.from('text')),
      ]);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('2 of 3 covers stored.').waitFor();
    expect(await page.getByRole('row').filter({ hasText: '72.png' }).innerText()).toContain(
      'Send a picture',
    );
  });

  it('keep the form and its files where too many are refused, and send them with a bar again', async () => {
    const picture = { name: '73.png', mimeType: 'image/png', buffer: PNG };
    await page.goto('/covers');
    await page.getByLabel('Pictures').setInputFiles(Array.from({ length: 51 }, () => picture));
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('Send at most 50 pictures at once.').waitFor();
    violations.length = 0; // Chromium has written of the 413
    expect(await page.evaluate(`document.querySelector('[type="file"]').files.length`)).toBe(51);
    await page.getByLabel('Pictures').setInputFiles([picture]);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('1 of 1 cover stored.').waitFor();
    expect(await page.locator('progress').count()).toBe(1);
  });

  it('keep the form and its file where the response is an error, and say it there', async () => {
    await page.goto('/import');
    const buffer = Buffer.from('{}');
    await page.getByLabel('File').setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Import' }).click();
    await page.locator('form .problem').filter({ hasText: /\w/ }).waitFor();
    violations.length = 0; // Chromium has written of the 422
    expect(await page.evaluate(`document.querySelector('[type="file"]').files[0].name`)).toBe(
      'x.csv',
    );
  });

  it('import CSV, and show the lines that are stored', async () => {
    await page.goto('/import');
    const text = 'title,author,year,language\nZadig,Voltaire,1747,French\nx,y,soon,z\n';
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'books.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByText('The import is finished').waitFor();
    await page.getByText('Enter the year of first publication').waitFor();
    expect(await page.title()).toBe('books.csv · The Library');
    await page.goBack();
    await page.getByLabel('File').waitFor();
    await page.goForward();
    await page.getByRole('heading', { name: 'books.csv' }).waitFor();
    // Forward again before the script of the page has run.
    let release = () => {};
    const moved = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/forms.js', (route) => moved.then(() => route.continue()));
    const asked = page.waitForRequest('**/forms.js');
    await page.goBack({ waitUntil: 'commit' });
    await asked;
    await page.goForward({ waitUntil: 'commit' });
    release();
    await page.getByRole('heading', { name: 'books.csv' }).waitFor();
    await page.unroute('**/forms.js');
  });

  it('show what a page cost, and its source, within the policy', async () => {
    await page.goto('/books');
    const footer = page.locator('footer');
    expect(await footer.innerText()).toMatch(/db [\d.]+ ms, view [\d.]+ ms/);
    await footer.getByRole('link', { name: 'How this page was made' }).click();
    await page.getByText('routes.get(', { exact: false }).first().waitFor();
    expect(violations).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('are readable in %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/books');
    const colors = '({ color, backgroundColor }) => [color, backgroundColor]';
    const [ink, paper] = await page.evaluate<[string, string]>(
      `(${colors})(getComputedStyle(document.body))`,
    );
    expect(contrast(ink, paper)).toBeGreaterThan(7);
  });
});

/** The contrast ratio of two `rgb(...)` colors (WCAG 2.2: 7 is its highest level). */
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
