import { isThenable } from '@mortise/base';
import { CORS_DECIDED } from '@mortise/base/keys';
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
import { refusalWarning } from './refusal-warning.js';

const CREDENTIALS = 'Access-Control-Allow-Credentials';

/** The headers that let a page read a response or send a request. @see Fetch, CORS protocol */
const PERMITS = [
  CREDENTIALS,
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Methods',
  'Access-Control-Allow-Headers',
  'Access-Control-Allow-Private-Network',
  'Access-Control-Expose-Headers',
  'Access-Control-Max-Age',
];

/**
 * Returns middleware that lets pages from other origins call the application: it responds to preflights with 204, and
 * adds the headers that permit a page to read a response.
 *
 * Add it last, outside the error middleware, so that error responses get its headers, and preflights do not reach
 * authentication. It does not protect the application: a request from another origin is still handled, and the browser
 * only hides the response from the page.
 *
 * What a proxied service or a mounted handler permits is removed for origins that are not allowed. A `cors` layer inside
 * this one decides instead, except on preflights and errors.
 *
 * In development, a warning names the first origin, method or header of a page that is not allowed.
 *
 * @throws {OptionError} if an option is unknown or has a wrong value
 * @see Fetch, CORS protocol
 */
export function cors(options: CorsOptions): MiddlewareInterface {
  const rules = corsRules(options);
  const shared = new HeaderBatch(rules.shared);
  const warnOf = refusalWarning(rules);
  const vary: readonly string[] = rules.origins === '*' ? [] : ['Origin'];

  const respond = (
    request: ServerRequestInterface,
    handler: RequestHandlerInterface,
    origin: string | null,
  ): Awaitable<ResponseInterface> => {
    const lifetime = request.getLifetime();
    const permit = (response: ResponseInterface): ResponseInterface => {
      const varied = withVary(response, vary);
      if (lifetime.getValue(CORS_DECIDED) === true) return varied;
      lifetime.setValue(CORS_DECIDED, true);
      if (origin === null) return PERMITS.reduce((made, name) => made.withoutHeader(name), varied);
      return withHeaders(allowing(varied.withoutHeader(CREDENTIALS), origin), shared);
    };
    const methods = isPreflight(request) ? rules.methods(request) : [];
    warnOf(request, origin, methods);
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
    // A layer outside can have called this one before, for the same request.
    lifetime.setValue(CORS_DECIDED, false);
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
