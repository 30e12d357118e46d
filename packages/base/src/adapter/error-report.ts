import { memberOf } from '../error-members.js';
import { loggedTarget } from '../logged-target.js';

/** The request that an error belongs to; both members are `null` if there is no request. */
export interface ReportedRequest {
  readonly method: string | null;
  readonly target: string | null;
}

/** Maximum characters of a request target in a report. */
const MAX_TARGET = 500;

/** Maximum levels of errors in a report: causes, and the errors of an `AggregateError`. */
const MAX_DEPTH = 5;

/**
 * Returns the text that adapters print about an error by default: the request's method and target without its query,
 * then the error's stack, those of its causes, and those of the errors in an `AggregateError`, or that of its only error.
 *
 * Control characters are escaped, and all lines except the first are indented, so text from a client cannot look like a
 * line of another message.
 *
 * @param error anything that was thrown
 */
export function errorReport(error: unknown, { method, target }: ReportedRequest): string {
  const request =
    method === null ? 'request' : `${method} ${truncated(loggedTarget(target ?? ''))}`;
  return `${request} failed: ${textOf(error, 0)}`
    .replaceAll(/[^\P{Cc}\n]|\p{Zl}|\p{Zp}/gu, escaped)
    .replaceAll(/\n */g, '\n    ');
}

function textOf(error: unknown, depth: number): string {
  const stack = memberOf(error, 'stack');
  const text = typeof stack === 'string' ? stack : `${shown(error)} was thrown`;
  if (depth === MAX_DEPTH) return text;
  const errors = memberOf(error, 'errors');
  const cause = memberOf(error, 'cause');
  // A list of one tells less than its error.
  if (Array.isArray(errors) && errors.length === 1 && cause === undefined)
    return `${textOf(errors[0], depth + 1)}\nin ${shown(error)}`;
  const parts = Array.isArray(errors) ? errors.map((part) => `\n- ${textOf(part, depth + 1)}`) : [];
  const reason = cause === undefined ? '' : `\ncaused by ${textOf(cause, depth + 1)}`;
  return text + parts.join('') + reason;
}

/** Describes a value that is not an error; if it cannot be converted to text, only by its type. */
function shown(value: unknown): string {
  try {
    return String(value);
  } catch {
    return typeof value;
  }
}

function truncated(target: string): string {
  return target.length > MAX_TARGET ? `${target.slice(0, MAX_TARGET)}\u2026` : target;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
