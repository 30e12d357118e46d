/** Finds the arguments of one or several placeholders in a segment or in the rest of a path. */
export interface Matcher {
  /** Two matchers with the same key match the same texts. */
  readonly key: string;

  /**
   * Whether the whole text matches.
   *
   * @param text part of a path, still encoded
   * @param values receives the arguments, still encoded, from index `at` on; undefined content if it does not match
   */
  match(text: string, values: string[], at: number): boolean;

  /**
   * Whether the whole text would match, or might, if there were no limit for its length, if `.` matched a line feed,
   * and if the route accepted escaped slashes.
   */
  couldMatch(text: string): boolean;
}
