/** The number of a book from a path, `null` when it can be none. */
export function bookNumber(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
