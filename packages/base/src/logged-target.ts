/** Matches user info, with or without a scheme before it. */
const USER = /^([a-z][a-z\d+.-]*:\/\/)?[^/?#]*@/i;

/**
 * Returns a request target for logs: without user info, query and fragment, which can contain secrets. `…` marks what
 * was removed: `http://…@a.example/?…`.
 */
export function loggedTarget(target: string): string {
  const shown = target.replace(USER, '$1\u2026@');
  const end = shown.search(/[?#]/);
  return end === -1 ? shown : `${shown.slice(0, end + 1)}\u2026`;
}
