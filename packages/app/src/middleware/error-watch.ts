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
 * Whether the code of a layer seems to wait for errors of its handler, which it never sees as a layer of the application.
 * Code that reads `errorOf` knows that.
 */
export function waitsForErrors(middleware: MiddlewareInterface): boolean {
  const code = String(Reflect.get(middleware, 'process'));
  return CATCHES.test(code) && !code.includes('errorOf');
}

/** Calls `unseen` once, when an error of a handler has become a response. */
export function watchedHandler(
  inner: RequestHandlerInterface,
  unseen: () => void,
): RequestHandlerInterface {
  let isSeen = false;
  return {
    handle(request) {
      const look = (response: ResponseInterface): ResponseInterface => {
        if (!isSeen && errorOf(request) !== null) {
          isSeen = true;
          unseen();
        }
        return response;
      };
      const response = inner.handle(request);
      return isThenable(response) ? response.then(look) : look(response);
    },
  };
}
