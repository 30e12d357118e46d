/**
 * Returns the first arguments of a call of `console` that has more. With more, the first is a format: a `%c` that a
 * client sent would hide what follows.
 *
 * @param text may be empty
 * @returns the text alone, or behind the format `%s` if it contains a percent sign
 */
export function consoleText(text: string): readonly string[] {
  return text.includes('%') ? ['%s', text] : [text];
}
