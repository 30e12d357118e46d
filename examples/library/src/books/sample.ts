import { readFile } from 'node:fs/promises';

/** @returns the reading sample of a book: title and author, and its paragraphs, each after an empty line; `null` if it has none */
export function sampleOf(book: number): Promise<string | null> {
  const file = new URL(`../../data/samples/${book}.txt`, import.meta.url);
  return readFile(file, 'utf8').catch(() => null);
}
