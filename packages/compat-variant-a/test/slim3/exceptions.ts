import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { HttpMethodNotAllowedException, HttpNotFoundException } from '@mortise/app';
import { errorMark } from '../../../../tooling/vectors/index.js';
import { HaltException } from '../../src/index.js';

/** An error of PHP, which always has a code that is a number. */
class PhpException extends Error {
  code = 0;
}
class LogicException extends PhpException {}
class InvalidArgumentException extends LogicException {}
class RuntimeException extends PhpException {}

const classes: Readonly<
  Record<string, new (message?: string, options?: ErrorOptions) => PhpException>
> = { Exception: PhpException, LogicException, InvalidArgumentException, RuntimeException };

export interface ExceptionInput {
  readonly class: string;
  readonly message?: string;
  readonly code?: number;
  readonly status?: number;
  readonly previous?: ExceptionInput;
  readonly allowed?: readonly string[];
}

/** The error that an application here would throw where the vectors throw theirs. */
export function exceptionOf(
  input: ExceptionInput,
  request: ServerRequestInterface,
  response: ResponseInterface,
): Error {
  const { message = '', previous } = input;
  const options = previous === undefined ? {} : { cause: exceptionOf(previous, request, response) };
  switch (input.class) {
    case 'NotFoundException':
      return new HttpNotFoundException(request);
    case 'MethodNotAllowedException':
      return new HttpMethodNotAllowedException(request).setAllowedMethods(input.allowed ?? []);
    case 'SlimException':
      response.getBody().write(message);
      return new HaltException(response.withStatus(input.status ?? 200));
    case 'Error':
      // What PHP's engine throws is here what JavaScript's does.
      return Object.assign(new TypeError(message, options), { code: input.code ?? 0 });
    default: {
      const type = classes[input.class];
      if (type === undefined) throw new SyntaxError(`the vectors name an unknown ${input.class}`);
      return Object.assign(new type(message, options), { code: input.code ?? 0 });
    }
  }
}

/** What the vectors call the class of an error; the mark of one that they do not know. */
export function classOf(error: unknown): string {
  if (error instanceof HttpNotFoundException) return 'NotFoundException';
  if (error instanceof HttpMethodNotAllowedException) return 'MethodNotAllowedException';
  const { code } = error as { readonly code?: unknown };
  if (typeof code !== 'number') return errorMark(error).$error;
  return error instanceof TypeError ? 'Error' : (error as Error).constructor.name;
}
