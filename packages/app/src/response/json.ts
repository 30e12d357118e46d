import { ignoreRejection, isThenable, quote } from '@mortise/base';
import type { ResponseInterface } from '@mortise/http-message';
import { checkResponse } from '../misuse/response-errors.js';
import { noteOf, writeBody } from './text.js';

/**
 * Returns the response with data as JSON: `application/json`, unless the response already has a type.
 *
 * @param response usually the fresh one that a callback receives; its body is written to
 * @param data any value that JSON can represent
 * @param status default: the response's own
 * @throws {TypeError} for data that JSON cannot represent: `undefined`, a function, a promise, a cycle, a bigint. A value
 *   inside the data that would be lost is refused only in development, in the response that a callback receives: a promise, a
 *   `Map`, a `Set`, an iterator or an `Error`, which otherwise become `{}`; `NaN`, `Infinity` or an invalid date, which
 *   become `null`. Members that are `undefined` or functions are omitted
 * @throws {AppError} `RESPONSE_INVALID` if `response` is missing, or in development, if another `json`, `text` or `html` has
 *   written to it and its result was dropped, as without `return`
 */
export function json(
  response: ResponseInterface,
  data: unknown,
  status?: number,
): ResponseInterface {
  checkResponse('json', response, status);
  const text = jsonText(data);
  if (noteOf(response.getBody()) !== undefined) refuseLost(data, text);
  return writeBody(response, text, 'application/json', status);
}

/** Returns data as JSON, on one line. @throws {TypeError} like {@link json} outside development */
export function jsonText(data: unknown): string {
  refusePromise('', data);
  let text;
  try {
    text = JSON.stringify(data) as string | undefined;
  } catch (error) {
    JSON.stringify(data, refuseBigInt);
    throw error;
  }
  if (text === undefined) {
    throw new TypeError(
      `JSON cannot represent ${typeof data}: pass an object, a list, a string, a number, a boolean or null`,
    );
  }
  return text;
}

/** Refuses values that became `{}` or `null`, although they are neither. @param text the data as JSON */
export function refuseLost(data: unknown, text: string): void {
  if (/\{\}|null/.test(text)) JSON.stringify(data, refuseIfLost);
}

function refuseIfLost(this: Readonly<Record<string, unknown>>, name: string, value: unknown) {
  refusePromise(name, value);
  const isInvalidDate = value === null && this[name] instanceof Date;
  if (isInvalidDate || (typeof value === 'number' && !Number.isFinite(value))) {
    const what = isInvalidDate ? 'an invalid date' : String(value);
    throw new TypeError(
      `JSON cannot represent ${what}${of(name)}, which becomes null: write null, or a valid value`,
    );
  }
  const line = lineOfLost(value);
  if (line === null) return value;
  throw new TypeError(
    `JSON cannot represent ${quote(value)}${of(name)}, which becomes {}: write ${line}`,
  );
}

/** Returns what to write instead of an object whose content `JSON.stringify` ignores; `null` for other values. */
function lineOfLost(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Object.keys(value).length > 0) return null;
  if (value instanceof Error) return '{ message: error.message }';
  if (value instanceof Map) return 'Object.fromEntries(map), or [...map]';
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return null;
  if (Symbol.iterator in value) return '[...values]';
  if (Symbol.asyncIterator in value) return 'return ndjson(request, response, values)';
  return lineOfGetters(value);
}

/** Returns what to write instead of an object whose class has getters only, or private fields and getters. */
function lineOfGetters(value: object): string | null {
  const proto = Object.getPrototypeOf(value) as object | null;
  // `Object.prototype` has a getter too, `__proto__`.
  if (proto === null || proto === Object.prototype) return null;
  const own = Object.entries(Object.getOwnPropertyDescriptors(proto));
  const [member] = own.find(([, accessor]) => accessor.get !== undefined) ?? [];
  return member === undefined ? null : `{ ${member}: value.${member} }, or give the class toJSON()`;
}

function refusePromise(name: string, value: unknown): void {
  if (!isThenable(value)) return;
  ignoreRejection(value);
  throw new TypeError(`await the promise${name && ` ${name}`}: JSON cannot represent it`);
}

function refuseBigInt(name: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  throw new TypeError(
    `JSON cannot represent the bigint ${value}n${of(name)}: write String(value) or Number(value)`,
  );
}

function of(name: string): string {
  return name && ` of ${quote(name)}`;
}
