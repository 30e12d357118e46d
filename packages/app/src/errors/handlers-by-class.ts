import { isPlainFunction, isPrototypeOfClass, quote } from '@mortise/base';
import { AppError } from '../app-error.js';
import type { ErrorClass, ErrorHandler } from './contract.js';

/**
 * Matches a handler whose first parameter is the error, as in other frameworks. Minifiers name a request `e` too, so
 * that name counts only before a name of a request.
 */
const ERROR_FIRST =
  /^(?:async\b\s*)?(?:function\b\s*)?\w*\s*\(?\s*(?:_?(?:err|error|exception)\b|_?ex?\s*,\s*_?(?:req|request|c|ctx|context)\b)(?!\s*\()/;

interface Registered {
  readonly type: ErrorClass;
  handler: ErrorHandler;
  readonly subclasses: boolean;
}

/** Error handlers by class of error. Those of a layer take precedence over those of its application. */
export class HandlersByClass {
  readonly #outer: HandlersByClass | null;
  readonly #registered: Registered[] = [];
  #fallback: ErrorHandler | null = null;

  /** @param outer consulted for errors without a handler here */
  constructor(outer: HandlersByClass | null) {
    this.#outer = outer;
  }

  /** @throws {AppError} `CALLBACK_INVALID`; no handler is then set */
  set(types: readonly ErrorClass[], given: ErrorHandler, subclasses: boolean): void {
    const handler = checked(given);
    for (const type of types) {
      if (typeof (Object(type) as { readonly prototype?: unknown }).prototype !== 'object') {
        throw invalid('class', type, 'class; app.notFound(handler) handles unknown paths');
      }
    }
    for (const type of types) {
      const known = this.#registered.find(
        (one) => one.type === type && one.subclasses === subclasses,
      );
      if (known === undefined) this.#registered.push({ type, handler, subclasses });
      else known.handler = handler;
    }
  }

  /** Sets the handler for errors without a more specific one. @throws {AppError} `CALLBACK_INVALID` */
  setDefault(handler: ErrorHandler): void {
    this.#fallback = checked(handler);
  }

  isDefault(handler: ErrorHandler): boolean {
    return handler === this.#fallback;
  }

  /**
   * Returns the handler for an error; `null` if none was set.
   *
   * @param error an error of the class, or its prototype
   */
  find(error: Error, prototype: object): ErrorHandler | null {
    const own = this.#registered.filter(({ type }) => isPrototypeOfClass(prototype, type));
    const found =
      own.find(({ subclasses }) => !subclasses) ??
      own[0] ??
      this.#registered.find(({ type, subclasses }) => subclasses && error instanceof type);
    return found?.handler ?? this.#fallback ?? this.#outer?.find(error, prototype) ?? null;
  }
}

/** Checks that a handler is a function when it is set, because otherwise the first error would be lost. */
function checked(handler: ErrorHandler): ErrorHandler {
  if (isPlainFunction(handler)) {
    if (ERROR_FIRST.test(String(handler))) throw errorFirst(handler);
    return handler;
  }
  const isMissing = (handler as unknown) === undefined;
  const rest = isMissing ? '; for all errors, write setDefaultErrorHandler(handler)' : '';
  throw invalid('handler', handler, `function${rest}`);
}

function errorFirst(handler: ErrorHandler): AppError {
  const message =
    'invalid error handler: its first parameter is the request, not the error; write (request, error) => response';
  return new AppError('CALLBACK_INVALID', message, handler);
}

function invalid(what: string, value: unknown, expected: string): AppError {
  const message = `invalid error ${what}: received ${quote(value)}; expected a ${expected}`;
  return new AppError('CALLBACK_INVALID', message, value);
}
