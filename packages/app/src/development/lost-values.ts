import { firstGetter, ignoreRejection, isThenable, quote } from '@mortise/base';

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
      `JSON cannot represent ${what}${ofMember(name)}, which becomes null: write null, or a valid value`,
    );
  }
  const line = lineOfLost(value);
  if (line === null) return value;
  throw new TypeError(
    `JSON cannot represent ${quote(value)}${ofMember(name)}, which becomes {}: write ${line}`,
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
  const name = firstGetter(value);
  return name === null ? null : `{ ${name}: value.${name} }, or give the class toJSON()`;
}

/** Refuses a promise, which JSON writes as `{}`. @param name of the member; `''` for the data itself */
export function refusePromise(name: string, value: unknown): void {
  if (!isThenable(value)) return;
  ignoreRejection(value);
  throw new TypeError(`await the promise${name && ` ${name}`}: JSON cannot represent it`);
}

/** Names a member in an error; `''` for the data itself. */
export function ofMember(name: string): string {
  return name && ` of ${quote(name)}`;
}
