import { memberOf } from '@mortise/base';

/** Maximum levels of errors: causes, members that are errors, and the errors of an `AggregateError`. */
const MAX_DEPTH = 5;

/**
 * Returns an error as data that JSON writes: `type`, `message`, `stack`, its `cause`, its `errors`, and its own
 * enumerable members, such as `code`. Errors in it are data, too, five levels deep; below, their text.
 *
 * @param error anything that was thrown: another value is returned unchanged
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
