import type { Page } from 'playwright-core';
import type { Shown } from './shown.js';

const [TITLE, AUTHOR, LANGUAGE] = ['W'.repeat(180), 'X'.repeat(150), 'L'.repeat(60)] as const;

const press = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).click();
  await page.waitForLoadState();
};

/** Adds a book whose texts have no space to break at, and shows it. */
async function add(page: Page): Promise<void> {
  const values = { Title: TITLE, Author: AUTHOR, Year: '1900', Language: LANGUAGE };
  await page.goto('/books/new');
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
  await press(page, 'Save');
  await page.getByText('The book is in the catalogue.').waitFor();
}

/** Sends a file whose name has no space. */
async function send(page: Page, label: string, name: string): Promise<void> {
  const buffer = Buffer.from('no book, no picture');
  await page.getByLabel(label).setInputFiles({ name, mimeType: 'text/plain', buffer });
  await press(page, label === 'File' ? 'Import' : 'Upload');
}

/** Every page that shows words of visitors, which can be longer than a line. */
export const longWordPages: readonly Shown[] = [
  { name: 'long-words-book', as: 'librarian', path: '/books', act: add },
  {
    ...{ name: 'long-words-loan', as: 'librarian', path: '/books' },
    act: async (page) => {
      await add(page);
      await press(page, 'Borrow');
      await page.goto('/account');
    },
  },
  {
    ...{ name: 'long-words-loan-before', as: 'librarian', path: '/books' },
    act: async (page) => {
      await add(page);
      await press(page, 'Borrow');
      await press(page, 'Return');
      await page.goto('/account');
    },
  },
  {
    ...{ name: 'long-words-deleted', as: 'librarian', path: '/books' },
    act: async (page) => {
      await add(page);
      await page.getByRole('link', { name: 'Delete this book' }).click();
      await press(page, 'Delete');
      await page.getByText('has been deleted.').waitFor();
    },
  },
  {
    ...{ name: 'long-words-changed', as: 'librarian', path: '/books' },
    act: async (page) => {
      await add(page);
      await page.getByRole('link', { name: 'Edit this book' }).click();
      await page.getByRole('button', { name: 'Save' }).waitFor();
      await page.getByLabel('Year').fill('1901');
      await page.evaluate(`document.querySelector('[name="version"]').value = '999'`);
      await press(page, 'Save');
      await page.getByText('Someone else has changed').waitFor();
    },
  },
  {
    ...{ name: 'long-words-import', as: 'librarian', path: '/import' },
    act: async (page) => {
      await send(page, 'File', `${'w'.repeat(200)}.ndjson`);
      await page.getByText('The import is finished').waitFor();
    },
  },
  {
    ...{ name: 'long-words-imports', as: 'librarian', path: '/import' },
    act: async (page) => {
      await send(page, 'File', `${'w'.repeat(200)}.ndjson`);
      await page.getByText('The import is finished').waitFor();
      await page.goto('/import');
    },
  },
  {
    ...{ name: 'long-words-covers', as: 'librarian', path: '/covers' },
    act: async (page) => {
      await send(page, 'Pictures', `${'w'.repeat(180)}.png`);
      await page.getByText('0 of 1 cover stored.').waitFor();
    },
  },
  { name: 'long-words-author', as: 'visitor', path: `/authors/${AUTHOR}` },
  { name: 'long-words-search', as: 'visitor', path: `/books?q=${TITLE}` },
  { name: 'long-words-statistics', as: 'visitor', path: '/statistics' },
  { name: 'long-words-how', as: 'visitor', path: `/how?path=/${'w'.repeat(400)}` },
  {
    ...{ name: 'long-words-wish', as: 'visitor', path: '/old/wishes' },
    act: async (page) => {
      await page.getByLabel('Title').fill('W'.repeat(190));
      await press(page, 'Wish');
      await page.getByRole('button', { name: 'Remove' }).first().waitFor();
    },
  },
  {
    ...{ name: 'long-words-said', as: 'reader', path: '/reading-room' },
    act: async (page) => {
      await page.getByText('You are in the room.').waitFor();
      await page.getByLabel('Your message').fill('W'.repeat(400));
      await press(page, 'Say');
      await page.getByText('W'.repeat(400)).waitFor();
    },
  },
];
