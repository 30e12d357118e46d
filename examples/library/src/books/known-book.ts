import { BookUnknown } from '../problems.js';

/** Reads the number of a book from a path; returns 0, which is never a number, for anything else. */
export function bookNumber(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
}

/**
 * What the store found of a book.
 *
 * @throws {HttpError} 404 `BOOK_UNKNOWN` if it found nothing
 */
export function knownBook<Found>(found: Found | null | undefined): Found {
  if (found === null || found === undefined) throw new BookUnknown('There is no such book.');
  return found;
}
