/** The noun for a count: `plural(1, 'book')` is `book`, and `plural(0, 'book')` is `books`. */
export function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}
