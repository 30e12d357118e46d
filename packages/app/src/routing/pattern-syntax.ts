/** Whether a path has characters that a pattern, and its reader, would not treat as text. */
export function hasPatternSyntax(path: string): boolean {
  return /[{}[\]*]|\/:/.test(path);
}
