import { headersOf, isClientText, memberOf, statusOf } from '@mortise/base';
import type { HttpErrorInterface } from '@mortise/http-message';
import { AppError } from '../app-error.js';
import type { ErrorFacts, UnknownErrorText } from './contract.js';
import { unknownErrorText } from './unknown-error-text.js';
import { RESERVED_MEMBERS, statusTitle } from '../exceptions/http-error.js';
import { HttpException } from '../exceptions/http-exception.js';

/**
 * Returns the parts of an error that clients can see: its status and headers if it has a status, and its text if that
 * is safe to show. All other values are treated as unknown server errors.
 *
 * @param error anything that was thrown
 * @param unknown the text for errors that provide none; default: Slim's
 */
export function errorFacts(
  error: unknown,
  unknown: UnknownErrorText = unknownErrorText,
): ErrorFacts {
  const status = statusOf(error);
  if (status === null) {
    return { status: 500, code: null, detail: '', problem: NO_MEMBERS, headers: [], ...unknown };
  }
  const headers = headersOf(error);
  if (error instanceof HttpException) {
    const { title, description } = error;
    const problem = membersOf(error.problem);
    return { status, code: null, title, description, detail: '', problem, headers };
  }
  const { code, title, detail, problem } = clientText(error as HttpErrorInterface, status);
  return {
    status,
    code: typeof code !== 'string' || code === `HTTP_${status}` ? null : code,
    title: textOr(statusTitle(status), title),
    description: detail === '' && status >= 500 ? unknown.description : detail,
    detail,
    problem: membersOf(problem),
    headers,
  };
}

const NO_MEMBERS: Readonly<Record<string, unknown>> = {};

interface ClientText {
  readonly code?: unknown;
  readonly title?: unknown;
  readonly detail: string;
  readonly problem?: unknown;
}

/** The parts of an error that are safe to show to clients. Any value can be thrown. */
function clientText(error: HttpErrorInterface, status: number): ClientText {
  const message = status < 500 ? textOr('', memberOf(error, 'message')) : '';
  if (isClientText(error)) {
    const { code, title, problem, detail } = error;
    return { code, title, problem, detail: textOr(message, detail) };
  }
  const exposed = status < 500 && memberOf(error, 'expose') === true;
  return exposed ? { code: memberOf(error, 'code'), detail: message } : { detail: '' };
}

function textOr(otherwise: string, value: unknown): string {
  return typeof value === 'string' ? value : otherwise;
}

/** Returns the members of a problem, except those that the error itself determines. */
function membersOf(problem: unknown): Readonly<Record<string, unknown>> {
  if (typeof problem !== 'object' || problem === null) return NO_MEMBERS;
  const members = Object.entries(problem).filter(([name]) => !RESERVED_MEMBERS.includes(name));
  return members.length === 0 ? NO_MEMBERS : Object.fromEntries(members);
}

/** Whether a value is an error that has an HTTP status, from 400 to 599. */
export function isHttpError(error: unknown): error is HttpErrorInterface {
  return isError(error) && statusOf(error) !== null;
}

/**
 * Whether a value is an error, even from another realm (a worker, a test runner). A proxy whose class cannot be read is
 * none.
 */
export function isError(value: unknown): value is Error {
  try {
    return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
  } catch {
    return false;
  }
}

/** Returns an error unchanged, and {@link AppError} `NOT_AN_ERROR` for any other value. Never throws. */
export function asError(thrown: unknown): Error {
  try {
    return isError(thrown) ? thrown : AppError.notAnError(thrown);
  } catch {
    // A proxy can refuse to be read.
    return new AppError('NOT_AN_ERROR', 'a proxy was thrown; expected an Error', thrown);
  }
}
