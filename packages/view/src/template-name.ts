/**
 * Matches characters that template names must not contain. A colon can mean a drive, a URL or a stream of a Windows
 * file.
 */
export const FORBIDDEN = /[\\:\p{Cc}]/u;

/**
 * Whether a value can be a template name: segments separated by `/`, such as `books/list`. No segment is empty, `.` or
 * `..`, or contains a backslash, colon or control character, so names are relative and stay below the engine's root.
 */
export function isTemplateName(name: unknown): name is string {
  if (typeof name !== 'string' || FORBIDDEN.test(name)) return false;
  return name.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}
