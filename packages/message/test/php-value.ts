import { errorMark } from '../../../tooling/vectors/index.js';

/** A value of the vectors' encoding: `{"$b64"}` is a byte string, here a text of U+0000 to U+00FF. */
export type Encoded = null | boolean | number | string | Encoded[] | { [key: string]: Encoded };

/** What a program here would write for a PHP value. */
export function fromPhp(value: Encoded): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(fromPhp);
  if ('$b64' in value) return atob(value['$b64'] as string);
  if ('$new' in value) return new Map();
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fromPhp(item)]));
}

/** The result of a call, or the mark of the error that it throws. */
export async function outcome(call: () => unknown): Promise<unknown> {
  try {
    return (await call()) ?? null;
  } catch (error) {
    return errorMark(error);
  }
}
