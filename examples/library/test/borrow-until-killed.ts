import type { ChildProcess } from 'node:child_process';
import type { Visitor } from './visitor.js';

/**
 * Borrows books, eight at the same time, until the library is killed in it.
 *
 * @returns the books that it has confirmed, and those that it has refused
 */
export async function borrowUntilKilled(
  reader: Visitor,
  child: ChildProcess,
): Promise<{ readonly borrowed: readonly number[]; readonly refused: readonly number[] }> {
  const borrowed: number[] = [];
  const refused: number[] = [];
  let book = 0;
  const borrowUntilItDies = async (): Promise<never> => {
    for (;;) {
      book += 1;
      const mine = book;
      const { status } = await reader.submit(`/books/${mine}/borrow`);
      (status === 303 ? borrowed : refused).push(mine);
      if (borrowed.length === 5) child.kill('SIGKILL');
    }
  };
  await Promise.allSettled(Array.from({ length: 8 }, borrowUntilItDies));
  return { borrowed, refused };
}
