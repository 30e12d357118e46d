import { HttpException } from './http-exception.js';
import { isError } from './is-error.js';

/** What developers want to know of one error. */
export interface ErrorDetails {
  /** The name of its class. */
  readonly type: string;
  /** The status of an {@link HttpException}, else the error's own `code`; `null` when it has none. */
  readonly code: string | number | null;
  readonly message: string;
  /** `''` when the engine does not say. */
  readonly file: string;
  /** 0 when the engine does not say. */
  readonly line: number;
  /** One call a line; `''` when the engine does not say. */
  readonly trace: string;
}

const MOST_CAUSES = 10;

/** An error and the errors behind it, the outermost first, at most ten. */
export function errorDetails(error: unknown): readonly ErrorDetails[] {
  const details: ErrorDetails[] = [];
  for (let at = error; isError(at) && details.length < MOST_CAUSES; at = at.cause) {
    details.push(detailsOf(at));
  }
  return details;
}

function detailsOf(error: Error): ErrorDetails {
  const { message, stack = '' } = error;
  const lines = stack.split('\n');
  const calls = lines.slice(lines.findIndex((line) => PLACE.test(line)));
  const place = PLACE.exec(calls[0] ?? '');
  return {
    type: error.constructor.name === 'Error' ? error.name : error.constructor.name,
    code: codeOf(error),
    message,
    file: place?.[1] ?? '',
    line: Number(place?.[2] ?? 0),
    trace: place === null ? '' : calls.map((call) => call.trim()).join('\n'),
  };
}

/** The end of a line of a stack: `(file:///app.js:3:7)`, `at /app.js:3:7`. */
const PLACE = /(?:\(|at |@)([^()\s]+):(\d+):\d+\)?$/;

function codeOf(error: Error): string | number | null {
  if (error instanceof HttpException) return error.status;
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' || typeof code === 'number' ? code : null;
}
