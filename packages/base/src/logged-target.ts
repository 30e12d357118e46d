/**
 * Returns the target of a request as logs have it: without the query, which can hold secrets. The mark `?…` says that there
 * was one.
 */
export function loggedTarget(target: string): string {
  const end = target.indexOf('?');
  return end === -1 ? target : `${target.slice(0, end)}?\u2026`;
}
