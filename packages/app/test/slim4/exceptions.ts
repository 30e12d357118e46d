import type { ServerRequestInterface } from '@mortise/http-message';
import * as app from '../../src/index.js';

/** An error of PHP, which always has a code that is a number. */
class PhpError extends Error {
  code = 0;
}
class LogicException extends PhpError {}
class InvalidArgumentException extends LogicException {}
class RuntimeException extends PhpError {}
class ParentFailure extends RuntimeException {}
class ChildFailure extends ParentFailure {}

const classes: Readonly<
  Record<string, new (message?: string, options?: ErrorOptions) => PhpError>
> = {
  Error: class Error extends PhpError {},
  Exception: class Exception extends PhpError {},
  LogicException,
  InvalidArgumentException,
  RuntimeException,
  ParentFailure,
  ChildFailure,
};

type HttpExceptionClass = new (
  request: ServerRequestInterface,
  message?: string,
) => app.HttpException;

type WithMethods = Pick<app.HttpMethodNotAllowedException, 'setAllowedMethods'>;

export interface ExceptionInput {
  readonly class: string;
  readonly message?: string;
  readonly code?: number;
  readonly previous?: ExceptionInput;
  readonly title?: string;
  readonly description?: string;
  readonly allowed?: readonly string[];
}

/** The class that the vectors call so. */
export function classNamed(name: string): app.ErrorClass {
  return classes[name] ?? (app as unknown as Record<string, app.ErrorClass>)[name] ?? missing(name);
}

export function exceptionOf(input: ExceptionInput, request: ServerRequestInterface): Error {
  return input.class.startsWith('Http') ? httpException(input, request) : phpError(input, request);
}

function phpError(input: ExceptionInput, request: ServerRequestInterface): PhpError {
  const type = classes[input.class] ?? missing(input.class);
  const { previous } = input;
  const options = previous === undefined ? {} : { cause: exceptionOf(previous, request) };
  const error = new type(input.message ?? '', options);
  error.code = input.code ?? 0;
  return error;
}

function httpException(input: ExceptionInput, request: ServerRequestInterface): Error {
  const error =
    input.class === 'HttpException'
      ? new app.HttpException(request, input.message ?? '', input.code ?? 0)
      : new (classNamed(input.class) as unknown as HttpExceptionClass)(request, input.message);
  if (input.title !== undefined) error.setTitle(input.title);
  if (input.description !== undefined) error.setDescription(input.description);
  if (input.allowed !== undefined) {
    (error as app.HttpException & WithMethods).setAllowedMethods(input.allowed);
  }
  return error;
}

/** What the vectors say of an exception that left the application. */
export function describeException(error: unknown): object {
  if (!(error instanceof Error)) return { thrown: error };
  const name = error.constructor.name;
  if (!(error instanceof app.HttpException)) {
    return {
      class: name,
      message: error.message,
      code: (error as { readonly code?: unknown }).code,
    };
  }
  return {
    class: name,
    message: error.message,
    code: error.status,
    title: error.title,
    description: error.description,
    ...(error instanceof app.HttpMethodNotAllowedException && {
      allowedMethods: error.allowedMethods,
    }),
  };
}

function missing(name: string): never {
  throw new TypeError(`the vectors name an unknown class ${name}`);
}
