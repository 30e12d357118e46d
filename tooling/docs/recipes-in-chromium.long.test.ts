/** The programs of docs/recipes.md that have pages, used in a browser. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, withChromium } from '../testing/chromium.js';
import type { ServerProcess } from '../testing/server-process.js';
import { startRecipe } from './recipe.js';

withChromium('the recipes')('docs/recipes.md in Chromium', () => {
  let browser: Browser;
  let page: Page;
  let program: ServerProcess;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    await page.context().close();
    program.child.kill();
  });

  async function open(heading: string, response = '**/'): Promise<void> {
    program = await startRecipe(heading);
    const baseURL = program.url.replace('127.0.0.1', 'localhost');
    page = await (await browser.newContext({ baseURL })).newPage();
    await Promise.all([page.waitForResponse(response), page.goto('/')]);
  }

  describe('Log visitors in and out', () => {
    it('refuses a wrong password, and shows the message once', async () => {
      await open('Log visitors in and out');
      await logIn('guess');
      await page.getByText('Wrong name or password.').waitFor();
      await page.reload();
      expect(await page.getByText('Wrong name or password.').count()).toBe(0);
    });

    it('creates a new session for a visitor who logs in, and ends it when the visitor logs out', async () => {
      await open('Log visitors in and out');
      const before = await sessionCookie();
      await logIn('correct horse');
      await page.getByText('Hello ada').waitFor();
      const during = await sessionCookie();
      expect(during).not.toBe(before);

      await page.getByRole('button', { name: 'Log out' }).click();
      await page.waitForURL('**/login');
      expect(await sessionCookie()).not.toBe(during);
      await page.goto('/');
      expect(new URL(page.url()).pathname).toBe('/login');
    });

    it('does not accept a copy of the cookie after the logout', async () => {
      await open('Log visitors in and out');
      await logIn('correct horse');
      await page.getByText('Hello ada').waitFor();
      const stolen = await page.context().cookies();
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.waitForURL('**/login');
      await page.context().addCookies(stolen);
      await page.goto('/');
      expect(new URL(page.url()).pathname).toBe('/login');
    });

    it('keeps the form in a second tab valid', async () => {
      await open('Log visitors in and out');
      const second = await page.context().newPage();
      await second.goto('/login');
      await second.close();
      await logIn('correct horse');
      await page.getByText('Hello ada').waitFor();
    });
  });

  it('Render pages with forms: accepts the form, shows the message once, and runs the script with the nonce', async () => {
    await open('Render pages with forms');
    await page.locator('[name=title]').fill('<b>Persuasion</b>');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('Added <b>Persuasion</b>.').waitFor();
    expect(await page.locator('html.js').count()).toBe(1);
    await page.reload();
    expect(await page.locator('p').count()).toBe(0);
    expect(await page.getByRole('listitem').allTextContents()).toEqual([
      'Emma',
      '<b>Persuasion</b>',
    ]);
  });

  it('Send events to the browser: shows each message', async () => {
    await open('Send events to the browser', '**/events');
    for (const body of ['one', '<b>two</b>']) {
      await fetch(`${program.url}/messages`, { method: 'POST', body });
      await page.getByRole('listitem').getByText(body, { exact: true }).waitFor();
    }
  });

  it('Chat over WebSockets: shows each message', async () => {
    await open('Chat over WebSockets');
    await page.getByText('Ada joins').waitFor();
    await page.locator('[name=text]').fill('<b>hello</b>');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('listitem').getByText('Ada: <b>hello</b>', { exact: true }).waitFor();
  });

  it('Chat over WebSockets: keeps in its field what is not sent, and says so', async () => {
    await open('Chat over WebSockets');
    await page.getByText('Ada joins').waitFor();
    let said = '';
    page.on('dialog', (dialog) => {
      said = dialog.message();
      void dialog.accept();
    });
    await page.evaluate('new Promise((resolve) => { socket.onclose = resolve; socket.close(); })');
    await page.locator('[name=text]').fill('too late');
    await page.getByRole('button', { name: 'Send' }).click();
    expect([await page.locator('[name=text]').inputValue(), said]).toEqual([
      'too late',
      expect.stringContaining('Not sent'),
    ]);
  });

  it('Serve a static site: the page runs its script', async () => {
    await open('Serve a static site');
    const said = page.waitForEvent('console', (message) => message.text().startsWith('hello'));
    await page.reload();
    await said;
  });

  async function logIn(password: string): Promise<void> {
    await page.locator('[name=name]').fill('ada');
    await page.locator('[name=password]').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
  }

  async function sessionCookie(): Promise<string | undefined> {
    return (await page.context().cookies()).find(({ name }) => name === 'session')?.value;
  }
});
