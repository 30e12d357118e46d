import { firstGetter } from './first-getter.js';
import { quote } from './quote.js';
import { isThenable } from './thenable.js';

/** Maximum nesting depth of lists and objects that are checked. Writers of forms could exceed the call stack below. */
const MAX_DEPTH = 1_000;

/** A part of some data that would be written as another value. */
export interface JsonLoss {
  /** The names and indices that lead to the part; empty for the data itself. */
  readonly path: readonly (string | number)[];
  /** The part, or what its `toJSON` returned; an invalid date itself. */
  readonly value: unknown;
  /** What is wrong: `'received NaN; expected a finite number'`. */
  readonly problem: string;
}

/**
 * Returns the first part of some data that JSON would write as another value: a number that is not finite, an invalid date,
 * a BigInt, a cycle, an object whose content is not in its members, such as a `Map`, a promise or an `Error`, and a list item
 * that JSON writes as `null`. Members that are `undefined` or functions are omitted.
 *
 * @param text the data as JSON, if it could be written: without `null` and `{}` in it, the data is not visited
 * @returns `null` if there is none
 */
export function jsonLoss(data: unknown, text?: string): JsonLoss | null {
  return text === undefined || /null|\{\}/.test(text)
    ? lossIn(data, jsonValue(data, true), [], true)
    : null;
}

/** Like {@link jsonLoss}, for a form, which can have a BigInt, and whose writer refuses absent list items and cycles below 1,000 levels. */
export function formLoss(data: unknown): JsonLoss | null {
  return lossIn(data, jsonValue(data, false), [], false);
}

/**
 * @param value what JSON writes for `given`
 * @param open the lists and objects around the value
 */
function lossIn(given: unknown, value: unknown, open: object[], isJson: boolean): JsonLoss | null {
  if (typeof value === 'object' && value !== null) return lossInObject(value, open, isJson);
  if (value === null && given instanceof Date) {
    return { path: [], value: given, problem: 'received an invalid date; expected a valid one' };
  }
  const problem =
    typeof value === 'number' && !Number.isFinite(value)
      ? `received ${value}; expected a finite number`
      : isJson && typeof value === 'bigint'
        ? 'received a BigInt; expected a number or a string'
        : isJson && isOmitted(value)
          ? `received ${quote(value)}; expected a value that JSON has, or null`
          : null;
  return problem === null ? null : { path: [], value, problem };
}

function lossInObject(value: object, open: object[], isJson: boolean): JsonLoss | null {
  if (open.includes(value)) {
    const problem = 'received an object that contains itself; expected data without cycles';
    return { path: [], value, problem };
  }
  if (open.length === MAX_DEPTH)
    return isJson ? null : { path: [], value, problem: `received more than ${MAX_DEPTH} levels` };
  open.push(value);
  const found = lossInMembers(value, open, isJson);
  open.pop();
  return found;
}

function lossInMembers(value: object, open: object[], isJson: boolean): JsonLoss | null {
  let isEmpty = true;
  const names = Array.isArray(value) ? null : Object.keys(value);
  const count = names?.length ?? (value as readonly unknown[]).length;
  for (let index = 0; index < count; index++) {
    const name = names?.[index] ?? index;
    const member = (value as Readonly<Record<string | number, unknown>>)[name];
    if (isKept(member)) {
      isEmpty = false;
      continue;
    }
    const written = jsonValue(member, isJson);
    if (names !== null && isOmitted(written)) continue;
    isEmpty = false;
    const found = lossIn(member, written, open, isJson);
    if (found !== null) return { ...found, path: [name, ...found.path] };
  }
  return isEmpty ? lossOfContent(value) : null;
}

/** Whether JSON writes a value as it is: most members need no other check. */
function isKept(value: unknown): boolean {
  return typeof value === 'string' || value === null || Number.isFinite(value);
}

/** Returns what JSON writes for a value; `null` if its `toJSON` fails, because the writer then fails too. */
function jsonValue(value: unknown, isJson: boolean): unknown {
  if ((typeof value !== 'object' && typeof value !== 'bigint') || value === null) return value;
  const { toJSON } = value as { readonly toJSON?: unknown };
  try {
    const written = typeof toJSON === 'function' ? (toJSON.call(value, '') as unknown) : value;
    return isJson ? unboxed(written) : written;
  } catch {
    return null;
  }
}

/** Returns the primitive that JSON writes for `new Number(1)` and similar; any other value unchanged. */
function unboxed(value: unknown): unknown {
  if (value instanceof Number) return Number(value);
  if (value instanceof String) return String(value);
  return value instanceof Boolean || value instanceof BigInt ? value.valueOf() : value;
}

function isOmitted(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol';
}

/** JSON writes `{}` for an object without members, although it can have content. */
function lossOfContent(value: object): JsonLoss | null {
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return null;
  const isIterable = Symbol.iterator in value || Symbol.asyncIterator in value;
  return isIterable || value instanceof Error || isThenable(value) || firstGetter(value) !== null
    ? { path: [], value, problem: `received ${quote(value)}; expected a plain object or a list` }
    : null;
}
