/**
 * The first arguments of a call of `console` that has more: the first is a format there, and a client's `%c` would
 * hide what follows.
 */
export function consoleText(text: string): readonly string[] {
  return text.includes('%') ? ['%s', text] : [text];
}
