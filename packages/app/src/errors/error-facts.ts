import { headersOf, isClientText, statusOf } from '@mortise/base';
import type { HttpErrorInterface } from '@mortise/http-message';
import type { ErrorFacts, UnknownErrorText } from './contract.js';
import { RESERVED_MEMBERS } from './http-error.js';
import { HttpException } from './http-exception.js';
import { isError } from './is-error.js';
import { statusTitle } from './status-title.js';

/** The default of {@link UnknownErrorText}. */
export const unknownErrorText: UnknownErrorText = {
  title: 'Application Error',
  description: 'A website error has occurred. Sorry for the temporary inconvenience.',
};

/**
 * Reads an error by {@link HttpErrorInterface}: its status and headers if it names a status, and its
 * text if that was written for clients. Anything else is an unknown failure of the server.
 *
 * @param error anything that was thrown
 * @param unknown what the client reads of failures of the server
 */
export function errorFacts(
  error: unknown,
  unknown: UnknownErrorText = unknownErrorText,
): ErrorFacts {
  const status = statusOf(error);
  if (status === null) {
    return { status: 500, code: null, detail: '', problem: {}, headers: [], ...unknown };
  }
  const { code, title, detail = '', problem } = clientText(error as HttpErrorInterface, status);
  const slim = error instanceof HttpException;
  return {
    status,
    code: code === undefined || code === `HTTP_${status}` ? null : code,
    title: title ?? statusTitle(status),
    description: detail === '' && status >= 500 && !slim ? unknown.description : detail,
    detail: slim ? '' : detail,
    problem: membersOf(problem),
    headers: headersOf(error),
  };
}

type ClientText = Pick<HttpErrorInterface, 'code' | 'title' | 'detail' | 'problem'>;

/** The text of an error as far as it was written for clients. */
function clientText(error: HttpErrorInterface, status: number): ClientText {
  const { code, title, detail, problem, message, expose } = error;
  const messageFor = status < 500 ? { detail: message } : {};
  if (isClientText(error)) {
    return {
      ...messageFor,
      ...(typeof code === 'string' && { code }),
      ...(typeof title === 'string' && { title }),
      ...(typeof detail === 'string' && { detail }),
      ...(typeof problem === 'object' && { problem }),
    };
  }
  if (expose !== true || status >= 500) return {};
  return { ...messageFor, ...(typeof code === 'string' && { code }) };
}

/** The members that are the error's own are not the problem's to give. */
function membersOf(problem: HttpErrorInterface['problem']): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(problem ?? {}).filter(([name]) => !RESERVED_MEMBERS.includes(name)),
  );
}

/** Whether an error says itself how HTTP answers it: it has a status from 400 to 599. */
export function isHttpError(error: unknown): error is HttpErrorInterface {
  return isError(error) && statusOf(error) !== null;
}
