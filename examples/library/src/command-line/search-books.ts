import type { Client } from '@mortise/client';
import { yearName } from '../books/year-names.js';
import type { libraryContract } from '../contract.js';
import { problemText } from './problem-text.js';

/** Prints the books that match, at most 20, one a line, and how many there are. */
export async function searchBooks(
  client: Client<typeof libraryContract>,
  q: string,
  print: (line: string) => void,
): Promise<void> {
  const result = await client.books.list({ query: { q } });
  if (!result.described) throw new Error(problemText(result.problem, result.status));
  const { books, total } = result.body;
  for (const { id, title, author, year, free, copies } of books) {
    print(
      `${String(id).padStart(5)}  ${title}, ${author} (${yearName(year)}), ${free} of ${copies} available`,
    );
  }
  const first = `; these are the first ${books.length}: add words to find fewer`;
  print(`${total} found${total > books.length ? first : ''}`);
}
