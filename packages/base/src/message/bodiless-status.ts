/**
 * Whether a response with this status has no body, whatever it contains: 204 and 304 (RFC 9110 6.4.1), and 205 (15.3.6). A
 * status below 200 is not that of a response which is sent as one.
 */
export function isBodilessStatus(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}
