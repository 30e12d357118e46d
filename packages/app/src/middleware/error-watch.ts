import { isThenable } from '@mortise/base';
import { errorOf } from '@mortise/base/message';
import type {
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
} from '@mortise/http-message';

/** A call of the handler in a `try`, or a promise of it with a reaction to errors. */
const CATCHES =
  /\btry\b[^]*\.handle\([^]*\b(?:catch|finally)\b|\.handle\([^]*\.(?:catch|finally)\(/;

/**
 * Watches the handler of a layer of the application whose code seems to wait for errors, which it never sees there: when the
 * first has become a response, a warning names the layer. Code that reads `errorOf` knows that.
 *
 * @param name of the layer
 * @returns the same handler for other layers
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
