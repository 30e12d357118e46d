import { describe, expect, it } from '@jest/globals';
import { firstBooks } from '../src/database/first-rows.js';

describe('the initial books of the library', () => {
  it('are at least 120, each with its own id and its own title and author', async () => {
    const books = await firstBooks();
    expect(books.length).toBeGreaterThanOrEqual(120);
    expect(new Set(books.map(({ id }) => id)).size).toBe(books.length);
    const works = books.map(({ title, author }) => `${title}\n${author}`);
    expect(new Set(works).size).toBe(books.length);
  });

  it('each have a title, an author, a language and a year before 1930', async () => {
    const wrong = (await firstBooks()).filter(
      ({ id, title, author, year, language }) =>
        !Number.isInteger(id) ||
        [title, author, language].some((text) => text.trim() !== text || text === '') ||
        !Number.isInteger(year) ||
        year >= 1930,
    );
    expect(wrong).toEqual([]);
  });
});
