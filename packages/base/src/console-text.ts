/**
 * Returns the arguments for `console` that print a string when other arguments follow. The first argument is then a
 * format string, in which a `%c` sent by a client would hide what follows.
 *
 * @param text may be empty
 * @returns the text, preceded by the format `%s` if it contains a percent sign
 */
export function consoleText(text: string): readonly string[] {
  return text.includes('%') ? ['%s', text] : [text];
}
