/** The representation of an error in an answer: its class, code and, if it has one, status. */
export interface ErrorMark {
  /** As in `BodyError BODY_MALFORMED 400`. */
  readonly $error: string;
}

interface Thrown {
  readonly code?: unknown;
  readonly status?: number;
  readonly constructor: { readonly name: string };
}

const NATIVE = new Set([
  'Error',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
]);

/**
 * Returns the mark of an error that a package throws on purpose.
 *
 * @throws the error itself if it has no code or comes from the JavaScript engine: a typo is not an answer
 */
export function errorMark(error: unknown): ErrorMark {
  const { code, status, constructor } = Object(error) as Thrown;
  if (typeof code !== 'string' || NATIVE.has(constructor.name)) throw error;
  const parts = [constructor.name, code, ...(status === undefined ? [] : [status])];
  return { $error: parts.join(' ') };
}
