import { isThenable } from '@mortise/base';
import { errorOf } from '@mortise/base/message';
import type {
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
} from '@mortise/http-message';

/** Matches a call of the handler inside `try`, or with `.catch()` or `.finally()` on its promise. */
const CATCHES =
  /\btry\b[^]*\.handle\([^]*\b(?:catch|finally)\b|\.handle\([^]*\.(?:catch|finally)\(/;

/**
 * Wraps the handler of an application layer whose code seems to catch errors, which have already become responses
 * there. On the first error, a console warning names the layer. Code that uses `errorOf` is not watched.
 *
 * @param name the layer's name
 * @returns the same handler if the layer does not catch errors
 */
export function watchedHandler(
  middleware: MiddlewareInterface,
  inner: RequestHandlerInterface,
  name: string,
): RequestHandlerInterface {
  const code = String(Reflect.get(middleware, 'process'));
  if (!CATCHES.test(code) || code.includes('errorOf')) return inner;
  let isNamed = false;
  return {
    handle(request) {
      const look = (response: ResponseInterface): ResponseInterface => {
        if (isNamed || errorOf(request) === null) return response;
        isNamed = true;
        console.warn(
          `an error became a response before ${name} could see it: to see errors, add the layer to a group, app.group('', ...), or read errorOf(request) after handle`,
        );
        return response;
      };
      const response = inner.handle(request);
      return isThenable(response) ? response.then(look) : look(response);
    },
  };
}
