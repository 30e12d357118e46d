import {
  catchAwaitable,
  consoleLine,
  consoleText,
  isOutage,
  loggedTarget,
  memberOf,
  observe,
} from '@mortise/base';
import { errorEvent, isAbandoned } from '@mortise/base/adapter';
import { REPORTED_ERROR } from '@mortise/base/keys';
import { remoteAddress } from '@mortise/base/message';
import type {
  ErrorEvent,
  LogContext,
  LoggerInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { AppError } from '../app-error.js';
import { hintOf } from '../development/hint.js';
import { consoleLogger } from './console-logger.js';

/** What a failing logger is called on the console. */
const LOGGER = 'createApp.logger';

/** The methods of a logger can return a promise, although the type of a logger says `void`. */
interface AnyLogger {
  error(...line: readonly unknown[]): unknown;
  info(...line: readonly unknown[]): unknown;
}

/** Where errors are logged. */
export interface ErrorLogParts {
  readonly logger: LoggerInterface;
  /** Returns fields to add to the log context of each error. */
  readonly logContext?: ((request: ServerRequestInterface) => LogContext) | undefined;
}

/** Logs the errors of requests, and passes those of the server to `onError`: both once per error. */
export class ErrorLog {
  readonly #logger: AnyLogger;
  readonly #logContext: ErrorLogParts['logContext'];
  readonly #onError: ((error: unknown, event: ErrorEvent) => unknown) | undefined;
  readonly #outages = new OutageLog();

  constructor(
    { logger, logContext }: ErrorLogParts,
    onError: ((error: unknown, event: ErrorEvent) => unknown) | undefined,
  ) {
    this.#logger = logger;
    this.#logContext = logContext;
    this.#onError = onError;
  }

  /** Whether client errors are not logged, so that formatting a line would be wasted work. */
  get ignoresClientErrors(): boolean {
    return this.#logger === consoleLogger;
  }

  /**
   * Reports an error, unless it was reported before: a layer can rethrow the error of a response, such as from
   * `errorOf`. What was cancelled with the request is not an error. Never throws.
   *
   * @param status that of the response
   * @param logDetails whether to log the whole error, or only its message
   */
  report(
    request: ServerRequestInterface,
    error: Error,
    status: number,
    log: boolean,
    logDetails: boolean,
  ): void {
    const lifetime = request.getLifetime();
    const thrown = thrownAs(error);
    if (lifetime.getValue(REPORTED_ERROR) === thrown || isAbandoned(error, lifetime)) return;
    lifetime.setValue(REPORTED_ERROR, thrown);
    if (status >= 500 && this.#onError !== undefined) this.#passOn(request, error, status);
    if (log && this.#outages.admits(error)) this.#log(request, error, status, logDetails);
  }

  #passOn(request: ServerRequestInterface, error: Error, status: number): void {
    // `onError` can return a promise, although its type says `void`.
    void catchAwaitable(
      () => {
        const source = {
          method: request.getMethod(),
          target: request.getRequestTarget(),
          remoteAddress: remoteAddress(request),
        };
        return this.#onError?.(error, errorEvent('handler', status, source, request));
      },
      (exception) => {
        observe(LOGGER, () => this.#logger.error('onError failed', { exception }), exception);
      },
    );
  }

  #log(request: ServerRequestInterface, error: Error, status: number, hasError: boolean): void {
    if (status < 500 && this.ignoresClientErrors) return;
    const logger = this.#logger;
    const context: Record<string, unknown> = {};
    try {
      context['method'] = request.getMethod();
      context['target'] = loggedTarget(request.getRequestTarget());
    } catch {
      // The request is broken, which can be the error.
    }
    // On the console, client errors are one line each, without a stack.
    const isLine = status < 500 && logger === console;
    const write = (): unknown => {
      const level = status >= 500 ? 'error' : 'info';
      const hint = hintOf(error);
      let whole = `${status} ${error.name}: ${error.message}${hint === undefined ? '' : `; ${hint}`}`;
      try {
        Object.assign(context, this.#logContext?.(request));
      } catch (failure) {
        whole += `; logContext failed: ${String(memberOf(failure, 'message') ?? failure)}`;
      }
      if (hasError && !isLine) context['exception'] = error;
      const text = escapeForLog(whole);
      if (isLine) return logger[level](...consoleLine(text, context));
      const line = logger === console ? consoleText(text) : [text];
      return logger[level](...line, context);
    };
    observe(LOGGER, write, error);
  }
}

/** Replaces line breaks and control characters: text from the client must not start a new line in the log. */
function escapeForLog(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/** @returns the value for which `NOT_AN_ERROR` was created, unless it is nullish; otherwise the error itself */
function thrownAs(error: Error): unknown {
  const isWrapped = error instanceof AppError && error.code === 'NOT_AN_ERROR';
  return (isWrapped ? error.value : null) ?? error;
}

const MINUTE = 60_000;

/** Limits what is logged during an outage, such as of a database: one error per minute and code. */
class OutageLog {
  readonly #silentUntil = new Map<unknown, number>();

  /** @returns false for an outage error whose code was already logged within the last minute */
  admits(error: unknown): boolean {
    if (!isOutage(error)) return true;
    const code = memberOf(error, 'code');
    const now = performance.now();
    if (now < (this.#silentUntil.get(code) ?? 0)) return false;
    this.#silentUntil.set(code, now + MINUTE);
    return true;
  }
}
