import { memberOf } from '@mortise/base';

/** Maximum depth of nested errors: causes, members that are errors, and the errors of an `AggregateError`. */
const MAX_DEPTH = 5;

/**
 * Converts an error to plain data for JSON: `type`, `message`, `stack`, `cause`, `errors` and its own enumerable
 * members, such as `code`. Nested errors are converted too, down to five levels; deeper ones become strings.
 *
 * @param error anything that was thrown; a value that is not an error is returned unchanged
 */
export function errorAsData(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  if (depth === MAX_DEPTH) return String(error);
  const data: Record<string, unknown> = {};
  // `cause`, and `errors` of an AggregateError, are not enumerable.
  const names = ['message', 'stack', 'cause', 'errors', ...Object.keys(error)];
  for (const name of names) {
    const value = memberOf(error, name);
    if (value === undefined || name === '__proto__') continue;
    data[name] = Array.isArray(value)
      ? value.map((each) => errorAsData(each, depth + 1))
      : errorAsData(value, depth + 1);
  }
  return { type: error.name, ...data };
}
