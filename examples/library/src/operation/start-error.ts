/** Why a service does not respond at the start, after the variable that has its address. */
export function startError(variable: string, cause: unknown): Error {
  // An error for several addresses, such as those of `localhost`, has no message.
  const { message = '', code = '' } = cause as Partial<NodeJS.ErrnoException>;
  return new Error(`${variable}: ${message || code}`, { cause });
}
