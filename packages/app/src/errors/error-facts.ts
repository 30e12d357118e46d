import type { HttpErrorInterface } from '@mortise/http-message';
import { reasonPhrase } from '@mortise/http-syntax';
import { HttpException } from './http-exception.js';
import { isError } from './is-error.js';

/** How an error is answered, whoever threw it. */
export interface ErrorFacts {
  /** 400 to 599. */
  readonly status: number;
  /** What the client may tell errors of one status apart by; `null` when there is nothing. */
  readonly code: string | null;
  /** Fit for the client. */
  readonly title: string;
  /** Fit for the client; `''` when there is nothing to say. */
  readonly description: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a client reads about an error that says nothing to clients. */
export interface UnknownErrorText {
  readonly title: string;
  readonly description: string;
}

/** The default of {@link UnknownErrorText}. */
export const unknownErrorText: UnknownErrorText = {
  title: 'Application Error',
  description: 'A website error has occurred. Sorry for the temporary inconvenience.',
};

/**
 * Reads an error: one of the {@link HttpException} family by its title and description; one that has
 * a `status` and a `code` by those, with its message as the description when the client caused it;
 * anything else as an unknown failure of ours.
 */
export function errorFacts(error: unknown, unknown: UnknownErrorText): ErrorFacts {
  if (error instanceof HttpException) {
    const { status, title, description, headers } = error;
    return { status, code: null, title, description, headers };
  }
  if (!isHttpError(error)) return { status: 500, code: null, headers: {}, ...unknown };
  const { status, code, headers = {}, message } = error;
  const title = `${status} ${reasonPhrase(status)}`.trimEnd();
  return {
    status,
    code,
    title,
    headers,
    description: status < 500 ? message : unknown.description,
  };
}

/** Whether an error says itself how HTTP answers it. */
export function isHttpError(error: unknown): error is HttpErrorInterface {
  if (!isError(error)) return false;
  const { status, code } = error as Partial<HttpErrorInterface>;
  return (
    typeof code === 'string' &&
    Number.isInteger(status) &&
    Number(status) >= 400 &&
    Number(status) <= 599
  );
}
