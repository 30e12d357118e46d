/** Reads the number of a book from a path; returns 0, which is never a number, for anything else. */
export function bookNumber(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
}
