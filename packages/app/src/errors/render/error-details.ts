import { hintOf } from '../../development/hint.js';
import { HttpException } from '../../exceptions/http-exception.js';
import { HttpNotFoundException, type NearRoute } from '../../exceptions/exceptions-by-status.js';
import { isError } from '../error-facts.js';

/** Details of one error, for developers. Members that the runtime does not provide are absent. */
export interface ErrorDetails {
  /** The name of its class. */
  readonly type: string;
  /** The status of an {@link HttpException}, otherwise the error's own `code`. */
  readonly code?: string | number;
  readonly message: string;
  /** What to write instead of a member of another framework. */
  readonly hint?: string;
  readonly file?: string;
  readonly line?: number;
  /** One call per line. */
  readonly trace?: string;
}

const MAX_CAUSES = 10;
const MAX_ROUTES = 10;

/** Returns the details of an error and of its causes, outermost first, at most ten. */
export function errorDetails(error: unknown): readonly ErrorDetails[] {
  const details: ErrorDetails[] = [];
  for (let at = error; isError(at) && details.length < MAX_CAUSES; at = at.cause) {
    details.push(detailsOf(at));
  }
  return details;
}

/** Returns the routes that almost matched an unmatched request, at most ten. */
export function nearRoutes(error: unknown): readonly NearRoute[] {
  return error instanceof HttpNotFoundException
    ? (error.nearRoutes?.() ?? []).slice(0, MAX_ROUTES)
    : [];
}

/** Returns human-readable labels and values, without the trace. */
export function rowsOf(details: ErrorDetails): readonly (readonly [string, string])[] {
  const { type, code, message, hint, file, line } = details;
  const rows = { Type: type, Code: code, Message: message, Hint: hint, File: file, Line: line };
  return Object.entries(rows).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
}

function detailsOf(error: Error): ErrorDetails {
  const { message, stack = '' } = error;
  const lines = stack.split('\n');
  const calls = lines.slice(lines.findIndex((line) => PLACE.test(line)));
  const [, file, line] = PLACE.exec(calls[0] ?? '') ?? [];
  const code = codeOf(error);
  const hint = hintOf(error);
  return {
    type: error.constructor.name === 'Error' ? error.name : error.constructor.name,
    ...(code !== undefined && { code }),
    message,
    ...(hint !== undefined && { hint }),
    ...(file !== undefined && {
      file,
      line: Number(line),
      trace: calls.map((call) => call.trim()).join('\n'),
    }),
  };
}

/** Matches the location at the end of a line of a stack trace: `(file:///app.js:3:7)`, `at /app.js:3:7`. */
const PLACE = /(?:\(|at |@)([^()\s]+):(\d+):\d+\)?$/;

function codeOf(error: Error): string | number | undefined {
  if (error instanceof HttpException) return error.status;
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' || typeof code === 'number' ? code : undefined;
}
