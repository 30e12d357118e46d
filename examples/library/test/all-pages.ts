import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { longWordPages } from './long-words.js';
import type { Shown } from './shown.js';

const press = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click();
  await page.waitForLoadState();
};

/** Sends the form of the page with the token of another session. */
const pressWithOldToken = (name: string) => async (page: Page) => {
  await page.getByLabel('Title').fill('Zadig');
  await page.evaluate(
    "for (const { elements } of document.forms) if (elements.csrf_value) elements.csrf_value.value = 'old'",
  );
  await press(name)(page);
};

const signInWrong = async (page: Page) => {
  await page.getByLabel('Name').fill('reader');
  await page.getByLabel('Password').fill('x');
  await press('Sign in')(page);
  await page.getByText('is wrong').waitFor();
};

const submit = (page: Page) =>
  page.evaluate<undefined>("document.querySelector('form[data-progress]').submit()");

/** Sends a form to a path, as a window that was opened before the person has signed out. */
const send =
  (path: string, content = '') =>
  async (page: Page) => {
    await page.evaluate(`const form = document.createElement('form');
    form.method = 'post';
    form.action = '${path}';
    form.innerHTML = '${content}';
    document.body.append(form);
    form.submit();`);
    await page.locator('.error').waitFor();
  };

/** @param scripted whether the script of the page sends the file, which keeps the form; otherwise the browser does */
const upload =
  (bytes: number, shown: string, scripted = true) =>
  async (page: Page) => {
    const folder = await mkdtemp(join(tmpdir(), 'library-'));
    const file = join(folder, 'cover.png');
    // Content would be sent through the browser's debugger, in base64, which takes seconds for some MiB.
    await writeFile(file, Buffer.alloc(bytes));
    await page.getByLabel('A new cover').setInputFiles(file);
    await Promise.all([
      page.waitForResponse('**/cover'),
      scripted ? press('Upload')(page) : submit(page),
    ]);
    await page.locator(shown).first().waitFor();
    await rm(folder, { recursive: true });
  };

/** Every page, and every error that a person can see with a running database. */
export const allPages: readonly Shown[] = [
  { name: 'catalogue', as: 'visitor', path: '/books' },
  { name: 'search', as: 'visitor', path: '/books?q=the&century=1800' },
  { name: 'search-empty', as: 'visitor', path: '/books?q=nothing+of+the+kind' },
  { name: 'book', as: 'visitor', path: '/books/2' },
  { name: 'sample', as: 'visitor', path: '/books/1/sample' },
  { name: 'author', as: 'visitor', path: '/authors/Jane%20Austen' },
  { name: 'statistics', as: 'visitor', path: '/statistics' },
  { name: 'sign-in', as: 'visitor', path: '/sign-in' },
  { name: 'how', as: 'visitor', path: '/how?path=/books/2' },
  { name: 'how-none', as: 'visitor', path: '/how' },
  { name: 'wishes', as: 'visitor', path: '/old/wishes' },
  { name: 'error-401', as: 'visitor', path: '/books', act: send('/account/delete') },
  {
    ...{ name: 'error-401-typed', as: 'visitor', path: '/books' },
    act: send('/books', '<input name="title" value="Zadig"><input name="author" value="Voltaire">'),
  },
  { name: 'sign-in-wrong', as: 'visitor', path: '/sign-in', act: signInWrong },
  { name: 'error-404', as: 'visitor', path: '/books/99999' },
  { name: 'error-404-none', as: 'visitor', path: '/none' },
  { name: 'error-422', as: 'visitor', path: '/how?path=x' },
  { name: 'book-reader', as: 'reader', path: '/books/1' },
  { name: 'account', as: 'reader', path: '/account' },
  { name: 'account-delete', as: 'reader', path: '/account/delete' },
  { name: 'reading-room', as: 'reader', path: '/reading-room' },
  { name: 'error-403', as: 'reader', path: '/books/new' },
  { name: 'book-librarian', as: 'librarian', path: '/books/5' },
  { name: 'book-form', as: 'librarian', path: '/books/new' },
  { name: 'book-form-mistakes', as: 'librarian', path: '/books/new', act: press('Save') },
  {
    ...{ name: 'error-403-typed', as: 'librarian', path: '/books/new' },
    act: pressWithOldToken('Save'),
  },
  { name: 'book-change', as: 'librarian', path: '/books/5/edit' },
  { name: 'book-delete', as: 'librarian', path: '/books/5/delete' },
  { name: 'import', as: 'librarian', path: '/import' },
  { name: 'covers', as: 'librarian', path: '/covers' },
  {
    ...{ name: 'error-409', as: 'reader', path: '/books/6' },
    // As if another window had returned a copy.
    act: async (page) => {
      await page.evaluate(
        `document.querySelector('[action$="/borrow"]').action = '/books/6/reserve'`,
      );
      await press('Borrow')(page);
      await page.locator('.error').waitFor();
    },
  },
  { name: 'error-413', as: 'librarian', path: '/books/7', act: upload(8_400_000, '.error', false) },
  {
    ...{ name: 'cover-too-large', as: 'librarian', path: '/books/7' },
    act: upload(8_400_000, '.problem:not(:empty)'),
  },
  {
    ...{ name: 'cover-refused', as: 'librarian', path: '/books/7' },
    act: upload(10, '[aria-describedby="problem-cover"]'),
  },
  // Last: the books that they add are in the lists of books from then on.
  ...longWordPages,
];
