/**
 * Whether a response with this status is sent without a body, even if it has one: 204 and 304 (RFC 9110 6.4.1), and 205
 * (15.3.6). Statuses below 200 are not those of final responses, and return `false`.
 */
export function isBodilessStatus(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}
