import { isResponse, isWebResponse, noResponseText } from '@mortise/base/message';
import { wayOfInvoke, wayOfPair, wayOfPromise } from './callable-hints.js';
import {
  brand,
  CodedError,
  hideValue,
  memberOf,
  nameOfClass,
  quote,
  statusOf,
} from '@mortise/base';

/** The hint for a container entry that is a class. */
export const ENTRY_IS_CLASS = 'the entry is a class: return an instance of it';

/** Why an {@link AppError} was thrown. These codes are stable. */
export type AppErrorCode =
  | 'BASE_PATH_INVALID'
  | 'BODY_PARSER_MISSING'
  | 'CALLBACK_INVALID'
  | 'CONTAINER_ENTRY_MISSING'
  | 'CONTAINER_ENTRY_SHARED'
  | 'CONTAINER_MISSING'
  | 'ERROR_HANDLING_OFF'
  | 'MEDIA_TYPE_INVALID'
  | 'MIDDLEWARE_INVALID'
  | 'NOT_AN_ERROR'
  | 'PROBLEM_MEMBER_RESERVED'
  | 'RESPONSE_INVALID'
  | 'RESPONSE_KEPT'
  | 'RESPONSE_MISSING'
  | 'ROUTE_FOREIGN'
  | 'ROUTE_NAME_UNKNOWN'
  | 'ROUTING_NOT_DONE'
  | 'STATUS_INVALID';

/**
 * Thrown if an application is assembled or used incorrectly. `code` is stable; `message` says how to fix it. It has no
 * `status`, so the client gets 500. The exception is `NOT_AN_ERROR`, which takes the status of the thrown value, if
 * that has one.
 */
export class AppError extends CodedError<AppErrorCode> {
  /** The rejected value; `undefined` if there is none. */
  declare readonly value: unknown;

  declare readonly status?: number;

  constructor(code: AppErrorCode, message: string, value?: unknown, options?: ErrorOptions) {
    super(code, message, options);
    hideValue(this, value);
  }

  static {
    brand(this, '@mortise/app/AppError');
  }

  static noResponse(layer: string, value: unknown): AppError {
    // The hint for any other value depends on the place and the variant.
    const way = ArrayBuffer.isView(value)
      ? '; write response.getBody().write(bytes), then return response'
      : '';
    return new AppError('RESPONSE_MISSING', noResponseText(layer, value) + way, value);
  }

  /** @param place the name of the handler or the layer that returned it */
  static keptResponse(place: string): AppError {
    return new AppError(
      'RESPONSE_KEPT',
      `${place} returned a response with the cookie or the session of another request: keep data or text, and create a response for each request`,
    );
  }

  /** @param parameters the parameter list of a function that would be accepted */
  static invalidMiddleware(value: unknown, parameters = '(request, handler)'): AppError {
    const expected = `a function ${parameters}, an object with process()`;
    const handle = nameOfClass(value) === null ? memberOf(value, 'handle') : null;
    const way =
      typeof handle !== 'function'
        ? ''
        : handle.length > 1
          ? '; the method of middleware is process(request, handler), not handle'
          : "; for an application or a handler, write app.mount('/path', handler)";
    return AppError.#invalid('MIDDLEWARE_INVALID', 'middleware', value, expected, way);
  }

  /**
   * @param place where the value was registered: `route /books`
   * @param given the registered value: the name of a container entry, or `value` itself
   */
  static invalidCallback(value: unknown, place: string, given = value): AppError {
    const entry = given === value ? null : (memberOf(given, 'name') ?? given);
    const hasMethods = typeof value === 'object' && value !== null;
    const way =
      typeof entry !== 'string'
        ? typeof memberOf(value, 'process') === 'function'
          ? '; it is middleware: write app.add(middleware)'
          : ''
        : hasMethods
          ? `; to use a method of it, write ${quote(`${entry}:method`)}`
          : nameOfClass(value) !== null
            ? `; ${ENTRY_IS_CLASS}`
            : '';
    const expected = 'a function, an object with handle()';
    return AppError.#invalid('CALLBACK_INVALID', `handler for ${place}`, value, expected, way);
  }

  /** @param place `route /books` */
  static secondCallback(place: string): AppError {
    return new AppError(
      'CALLBACK_INVALID',
      `invalid options for ${place}: received a function; expected an object; a route has one handler, so pass middleware as { layers: [middleware] }`,
    );
  }

  /** @param place `route /books` */
  static optionsFirst(place: string): AppError {
    return new AppError(
      'CALLBACK_INVALID',
      `invalid handler for ${place}: received options; expected a function, followed by the options: app.post(pattern, handler, options)`,
    );
  }

  /** @param way the hint; `''` derives one from the value */
  static #invalid(
    code: AppErrorCode,
    what: string,
    value: unknown,
    expected: string,
    way: string,
  ): AppError {
    const name = nameOfClass(value);
    const hint =
      name === null
        ? (wayOfPromise(value) ?? wayOfPair(value) ?? (way === '' ? wayOfInvoke(value) : way))
        : way !== ''
          ? way
          : name === ''
            ? '; pass an instance of it'
            : `; pass an instance, new ${name}(), or "${name}" or "${name}:method" from the container`;
    return new AppError(
      code,
      `invalid ${what}: received ${quote(value)}; expected ${expected}, or the name of one in the container${hint}`,
      value,
    );
  }

  /** @param kind `'method'` if the entry exists but lacks this method @param hint how to fix it */
  static noEntry(name: string, kind = 'entry', hint = 'check the name, or add it'): AppError {
    return new AppError(
      'CONTAINER_ENTRY_MISSING',
      `the container has no ${kind} ${quote(name)}: ${hint}`,
      name,
    );
  }

  /** @param kind for the message: `'error'`, `'redirect'` @param expected completes "expected ..." */
  static invalidStatus(kind: string, status: unknown, expected: string): AppError {
    const message = `invalid ${kind} status ${quote(status)}: expected ${expected}`;
    return new AppError('STATUS_INVALID', message, status);
  }

  static invalidMediaType(type: string): AppError {
    return new AppError(
      'MEDIA_TYPE_INVALID',
      `invalid media type ${quote(type)}: expected a type or a range such as "application/json" or "text/*", with parameters in printable ASCII`,
      type,
    );
  }

  /** @param thrown determines the status of the response if it has one */
  static notAnError(thrown: unknown): AppError {
    const isSent = isResponse(thrown) || isWebResponse(thrown);
    const way = isSent ? ': to send a response, return it instead of throwing it' : '';
    const text = `${quote(thrown)} was thrown; expected an Error${way}`;
    const error = new AppError('NOT_AN_ERROR', text, thrown);
    const status = isSent ? null : statusOf(thrown);
    return status === null ? error : Object.assign(error, { status });
  }
}
