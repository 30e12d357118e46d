import { isThenable } from '@mortise/base';
import { HeaderBatch, withHeaders, withVary } from '@mortise/base/message';
import type {
  Awaitable,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { allowedOrigin } from './allowed-origin.js';
import type { CorsOptions } from './cors-options.js';
import { corsRules } from './cors-rules.js';
import { isPreflight, PREFLIGHT_VARY, preflightFields } from './preflight.js';

/**
 * Returns middleware that lets pages from other origins call the application: it responds to preflights with 204, and
 * adds the headers that permit a page to read a response.
 *
 * Add it last, outside the error middleware, so that error responses get its headers, and preflights do not reach
 * authentication. It does not protect the application: a request from another origin is still handled, and the browser
 * only hides the response from the page.
 *
 * @throws {OptionError} if an option is unknown or has a wrong value
 * @see Fetch, CORS protocol
 */
export function cors(options: CorsOptions): MiddlewareInterface {
  const rules = corsRules(options);
  const shared = new HeaderBatch(rules.shared);
  const vary: readonly string[] = rules.origins === '*' ? [] : ['Origin'];

  const respond = (
    request: ServerRequestInterface,
    handler: RequestHandlerInterface,
    origin: string | null,
  ): Awaitable<ResponseInterface> => {
    const permit = (response: ResponseInterface): ResponseInterface => {
      const varied = withVary(response, vary);
      return origin === null ? varied : withHeaders(allowing(varied, origin), shared);
    };
    const methods = isPreflight(request) ? rules.methods(request) : [];
    if (methods.length > 0) {
      const response = withVary(rules.factories(request).createResponse(204), [
        ...vary,
        ...PREFLIGHT_VARY,
      ]);
      if (origin === null) return response;
      return preflightFields(request, methods, rules).reduce(
        (made, [name, value]) => made.withHeader(name, value),
        allowing(response, origin),
      );
    }
    const response = handler.handle(request);
    return isThenable(response) ? response.then(permit) : permit(response);
  };

  return {
    name: 'cors',
    process(request, handler) {
      const origin = allowedOrigin(request, rules);
      return isThenable(origin)
        ? origin.then((later) => respond(request, handler, later))
        : respond(request, handler, origin);
    },
  };
}

function allowing(response: ResponseInterface, origin: string): ResponseInterface {
  return response.withHeader('Access-Control-Allow-Origin', origin);
}
