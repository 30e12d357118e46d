/**
 * Returns what to pass to `console` for a string that other arguments follow. The first argument is a format then: a
 * `%c` that a client sent would hide what follows.
 *
 * @param text may be empty
 * @returns the text alone; after the format `%s` if it contains a percent sign
 */
export function consoleText(text: string): readonly string[] {
  return text.includes('%') ? ['%s', text] : [text];
}
