/** A text inside a sentence, which it does not reorder if it is written from right to left; in a template, `<bdi>` does the same. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
