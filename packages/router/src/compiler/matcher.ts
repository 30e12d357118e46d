/** Finds the arguments of several placeholders in a string: one segment, or the rest of a path. */
export interface Matcher {
  /** Two matchers with the same key match the same texts. */
  readonly key: string;

  /**
   * Whether the whole text matches.
   *
   * @param text a part of a path, still encoded
   * @param values receives the arguments, still encoded, from `at` on, if it matches
   */
  match(text: string, values: string[], at: number): boolean;
}
