import { isThenable, warnOnce } from '@mortise/base';
import { errorOf } from '@mortise/base/message';
import { codeOf, innermost } from './inner-middleware.js';
import type {
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
} from '@mortise/http-message';

/** Match a call of the handler whose errors are caught, by the code or by the transaction that is around it. */
const CATCHES = [
  /\btry\b[^]*\.handle\([^]*\b(?:catch|finally)\b/,
  /\.handle\([^]*\.(?:catch|finally)\(/,
  /allSettled\([^]*\.handle\(/,
  /(?:transaction|atomic|begin)\((?:\)\s*\.execute\()?\s*(?:async\b\s*)?(?:function\b|\w+\s*=>|\([^)]*\)\s*=>)[^]*\.handle\(/i,
];

/** Matches brackets without others inside, and `.then` before them. */
const BRACKETS = /(\.then)?[([{]([^()[\]{}]*)[)\]}]/g;

/** Whether a call of `then` has a second argument. */
function hasReaction(code: string): boolean {
  for (const [, then, given = ''] of code.matchAll(BRACKETS)) {
    if (then !== undefined && /,\s*\S/.test(given)) return true;
  }
  const rest = code.replaceAll(BRACKETS, '');
  return rest !== code && hasReaction(rest);
}

function catches(code: string): boolean {
  if (code.includes('errorOf')) return false;
  return (
    CATCHES.some((each) => each.test(code)) || (code.includes('.handle(') && hasReaction(code))
  );
}

const SEEING =
  "To see errors, add the layer to a group, app.group('', ...), or read errorOf(request) after handle.";

/**
 * Wraps the handler of an application layer whose code seems to catch errors, which have already become responses
 * there. On the first error, a warning names the layer. Code that uses `errorOf` is not watched.
 *
 * @param name the layer's name
 * @returns the same handler if the layer does not catch errors
 */
export function watchedHandler(
  middleware: MiddlewareInterface,
  inner: RequestHandlerInterface,
  name: string,
): RequestHandlerInterface {
  if (!catches(String(codeOf(innermost(middleware))))) return inner;
  const warnNow = warnOnce('ERROR_NOT_SEEN');
  return {
    handle(request) {
      const look = (response: ResponseInterface): ResponseInterface => {
        if (errorOf(request) !== null)
          warnNow(`an error became a response before ${name} could see it`, SEEING);
        return response;
      };
      const response = inner.handle(request);
      return isThenable(response) ? response.then(look) : look(response);
    },
  };
}
