/** Characters that no name of a template has. A colon is that of a drive, a URL or a stream of a Windows file. */
export const FORBIDDEN = /[\\:\p{Cc}]/u;

/**
 * Whether a string can be the name of a template: segments, separated by `/`, such as `books/list`. A segment is not empty,
 * `.` or `..`, and has no backslash, colon or control character: names are relative and stay below the root of an engine.
 */
export function isTemplateName(name: unknown): name is string {
  if (typeof name !== 'string' || FORBIDDEN.test(name)) return false;
  return name.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}
