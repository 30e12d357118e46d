/**
 * The text of the error about a body that does not end at the `Content-Length` of its response.
 *
 * @param how whether the body is longer or shorter than that
 * @param bytes what was left of the length before the last chunk, or at the end of the body
 */
export function lengthMismatch(how: 'longer' | 'shorter', bytes: number): string {
  const what = how === 'longer' ? 'left' : 'missing';
  return `the body is ${how} than the response's Content-Length (bytes ${what}: ${bytes}): set its exact length, or none`;
}
