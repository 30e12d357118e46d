/** RFC 9110 9, RFC 5789 (PATCH) and RFC 10008 (QUERY). */
const STANDARD: ReadonlySet<string> = new Set(
  'GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH QUERY'.split(' '),
);

/** Whether a method is in a standard, in upper case: any other in a metric would let clients make up series. */
export function isStandardMethod(method: string): boolean {
  return STANDARD.has(method);
}
