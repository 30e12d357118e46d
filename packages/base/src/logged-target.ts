/** A user and a password, after a scheme or alone. */
const USER = /^([a-z][a-z\d+.-]*:\/\/)?[^/?#]*@/i;

/**
 * Returns the target of a request as logs have it: without the user, the query and the fragment, which can hold secrets. The
 * mark `…` says that there was one: `http://…@a.example/?…`.
 */
export function loggedTarget(target: string): string {
  const shown = target.replace(USER, '$1\u2026@');
  const end = shown.search(/[?#]/);
  return end === -1 ? shown : `${shown.slice(0, end + 1)}\u2026`;
}
