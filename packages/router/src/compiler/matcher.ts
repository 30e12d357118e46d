/** Finds the arguments of several placeholders in a text: one segment, or all of a path from one on. */
export interface Matcher {
  /** Two matchers of the same key match the same texts. */
  readonly key: string;

  /**
   * Whether the whole text matches.
   *
   * @param text a part of a path, still encoded
   * @param values takes the arguments, still encoded, from `at` on, when it matches
   */
  match(text: string, values: string[], at: number): boolean;
}
