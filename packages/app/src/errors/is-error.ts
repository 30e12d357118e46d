/** Whether a value is an error, of this realm or another (a worker's, a test runner's). */
export function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}
