/** The number of a book from a path; 0, which no book has, for anything else. */
export function bookNumber(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
}
