import { firstGetter } from '../first-getter.js';
import { jsonLoss } from '../json-loss.js';
import { quote } from '../quote.js';
import { ignoreRejection, isThenable } from '../thenable.js';

/** Refuses values that became `{}` or `null`, although they are neither. @param text the data as JSON */
export function refuseLost(data: unknown, text: string): void {
  const loss = jsonLoss(data, text);
  if (loss === null) return;
  const { path, value } = loss;
  const name = String(path.at(-1) ?? '');
  refusePromise(name, value);
  const [what, becomes, line] = isContainer(value)
    ? [quote(value), '{}', lineOfContent(value)]
    : [value instanceof Date ? 'an invalid date' : quote(value), 'null', 'null, or a valid value'];
  throw new TypeError(
    `JSON cannot represent ${what}${ofMember(name)}, which becomes ${becomes}: write ${line}`,
  );
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && !(value instanceof Date);
}

/** Returns what to write instead of an object whose content `JSON.stringify` ignores. */
function lineOfContent(value: object): string {
  if (value instanceof Error) return '{ message: error.message }';
  if (value instanceof Map) return 'Object.fromEntries(map), or [...map]';
  if (Symbol.iterator in value) return '[...values]';
  if (Symbol.asyncIterator in value) return 'return ndjson(request, response, values)';
  const name = firstGetter(value);
  return `{ ${name}: value.${name} }, or give the class toJSON()`;
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
