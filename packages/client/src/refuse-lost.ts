import { isThenable, quote } from '@mortise/base';
import { ClientError, type ClientErrorCode } from './client-error.js';

/** Maximum nesting depth of lists and objects that are checked. Writers of forms could exceed the call stack below. */
const MAX_DEPTH = 1_000;

/**
 * Throws if a part of some data would be written as another value: a number that is not finite, an invalid date, a cycle,
 * an object whose content is not in its members, such as a `Map`. Members that are `undefined` or functions are omitted,
 * as in JSON.
 *
 * @param path of the data in the call: `'query'`
 * @param isJson whether it is written as JSON, which has no BigInt, and writes `null` for a list item that it lacks; the
 *   writer of forms refuses such items
 * @param cause the error of the writer
 * @throws {ClientError} with the code, for the first such part
 */
export function refuseLost(
  operation: string,
  code: ClientErrorCode,
  path: string,
  data: unknown,
  isJson = false,
  cause?: unknown,
): void {
  const found = lossIn(data, path, [], isJson);
  if (found === null) return;
  const options = cause === undefined ? {} : { cause };
  throw new ClientError(code, operation, `invalid ${found}`, options);
}

/**
 * @param open the lists and objects around the value
 * @returns the path of the first such part, with what is wrong; `null` if there is none
 */
function lossIn(
  given: unknown,
  path: string,
  open: readonly unknown[],
  isJson: boolean,
): string | null {
  const value = jsonValue(given);
  if (typeof value === 'object' && value !== null) return lossInObject(value, path, open, isJson);
  const problem =
    value === null && given instanceof Date
      ? 'received an invalid date; expected a valid one'
      : typeof value === 'number' && !Number.isFinite(value)
        ? `received ${value}; expected a finite number`
        : isJson && typeof value === 'bigint'
          ? 'received a BigInt; expected a number or a string'
          : isJson && isOmitted(value)
            ? `received ${quote(value)}; expected a value that JSON has, or null`
            : null;
  return problem === null ? null : `${path}: ${problem}`;
}

function lossInObject(
  value: object,
  path: string,
  open: readonly unknown[],
  isJson: boolean,
): string | null {
  if (open.includes(value))
    return `${path}: received an object that contains itself; expected data without cycles`;
  if (open.length === MAX_DEPTH)
    return isJson ? null : `${path.slice(0, 80)}…: received more than ${MAX_DEPTH} levels`;
  const members = membersOf(value);
  if (members.length === 0 && hidesContent(value))
    return `${path}: received ${quote(value)}; expected a plain object or a list`;
  for (const [name, member] of members) {
    const found = lossIn(member, path + name, [...open, value], isJson);
    if (found !== null) return found;
  }
  return null;
}

/** Returns the items of a list, or the members that are not omitted, with what follows the path of the value. */
function membersOf(value: object): readonly (readonly [name: string, member: unknown])[] {
  return Array.isArray(value)
    ? Array.from(value as unknown[], (item, index) => [`[${index}]`, item] as const)
    : Object.entries(value)
        .filter(([, member]) => !isOmitted(member))
        .map(([name, member]) => [`.${name}`, member] as const);
}

/** Returns what JSON writes for a value; `null` if its `toJSON` fails, because the writer then fails too. */
function jsonValue(value: unknown): unknown {
  const { toJSON } = Object(value) as { readonly toJSON?: unknown };
  try {
    return typeof toJSON === 'function' ? (toJSON.call(value, '') as unknown) : value;
  } catch {
    return null;
  }
}

function isOmitted(value: unknown): boolean {
  return ['undefined', 'function', 'symbol'].includes(typeof value);
}

/** Whether JSON writes `{}` for an object without members, although it has content. */
function hidesContent(value: object): boolean {
  if (Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value) as object | null;
  const hasGetters =
    prototype !== Object.prototype &&
    Object.values(Object.getOwnPropertyDescriptors(prototype ?? {})).some(
      (member) => member.get !== undefined,
    );
  return hasGetters || Symbol.iterator in value || value instanceof Error || isThenable(value);
}
