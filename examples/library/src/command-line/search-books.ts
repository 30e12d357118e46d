import type { Client } from '@mortise/client';
import { yearName } from '../books/year-names.js';
import type { libraryContract } from '../contract.js';

/** Prints the books that match, one a line, and how many there are. */
export async function searchBooks(
  client: Client<typeof libraryContract>,
  q: string,
  print: (line: string) => void,
): Promise<void> {
  const result = await client.books.list({ query: { q } });
  if (!result.described)
    throw new Error(result.problem?.detail ?? `The library responded with ${result.status}.`);
  for (const { id, title, author, year, free, copies } of result.body.books) {
    print(
      `${String(id).padStart(5)}  ${title}, ${author} (${yearName(year)}), ${free} of ${copies} available`,
    );
  }
  print(`${result.body.total} found`);
}
