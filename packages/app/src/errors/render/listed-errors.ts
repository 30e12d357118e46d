import type { ErrorFacts } from '../contract.js';

/** One of several violations of a request, as listed in HTML, XML and text. */
export interface ListedError {
  /** The place: a part of the request and a JSON pointer, `body #/title`; `''` if unknown. */
  readonly place: string;
  readonly detail: string;
}

const MAX_ERRORS = 100;

/**
 * Returns the violations that a problem lists as `errors`, at most 100.
 *
 * @returns `[]` unless `errors` is a list; its members without a string as `detail` are skipped
 * @see RFC 9457 3, the example with `errors`
 */
export function listedErrors({ problem }: ErrorFacts): readonly ListedError[] {
  const { errors } = problem;
  return Array.isArray(errors) ? errors.slice(0, MAX_ERRORS).flatMap(listedError) : [];
}

function listedError(error: unknown): readonly ListedError[] {
  const { in: part, pointer, detail } = Object(error) as Readonly<Record<string, unknown>>;
  if (typeof detail !== 'string') return [];
  const place = [part, pointer].filter((text) => typeof text === 'string').join(' ');
  return [{ place, detail }];
}
