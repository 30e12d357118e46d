import { stat } from 'node:fs/promises';

/** @returns the address of the reading sample of a book; `null` if it has none */
export async function sampleOf(book: number): Promise<string | null> {
  const file = new URL(`../../data/samples/${book}.txt`, import.meta.url);
  const found = await stat(file).catch(() => null);
  return found === null ? null : `/samples/${book}.txt`;
}
