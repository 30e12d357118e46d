import { isThenable } from '@mortise/base';
import { callable, methods, optional, options as declare } from '@mortise/base/options';
import type {
  Awaitable,
  HttpFactoriesInterface,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { ContainerInterface } from '@mortise/app';
import { Container } from '../container.js';
import { keepBegunResponse } from '../errors/begun-response.js';
import { asVariantA, rulesOf } from '../request/decorate-request.js';
import { VariantARequest } from '../request/variant-a-request.js';
import { decorateResponse } from '../response/variant-a-response.js';
import { freshResponses } from '../response/fresh-responses.js';
import type { VariantAResponseInterface } from '../response/variant-a-response-interface.js';
import type { ServiceContainerInterface } from '../services.js';
import type { Next, Slim3Middleware, Slim3MiddlewareInterface } from '../variant-a-types.js';

/** Options of a layer of variant A. */
export interface DoublePassOptions {
  /** The factories of an implementation of the messages. */
  readonly factories: HttpFactoriesInterface;

  /** The `this` of the middleware: in an application of variant A, its container. Default: an empty one. */
  readonly container?: ContainerInterface;

  /** Creates the response that the outermost layer receives. Default: an empty one of type HTML. */
  readonly createResponse?: () => VariantAResponseInterface;
}

const declared = declare<DoublePassOptions>()('doublePass', {
  factories: methods('the factories of a message implementation', 'createResponse', 'createStream'),
  container: optional(methods('a container with get(id) and has(id)', 'get', 'has')),
  createResponse: optional(callable),
});

/**
 * Converts middleware of variant A to PSR-15, so that it runs in an application of either variant.
 *
 * In an application of variant B it gets the request with the helpers of variant A, the method of
 * the application, and the parsed body of the outer body parsing. If it changes
 * the response that it passes to `next`, only layers of variant A see that. Errors pass unchanged.
 *
 * @param middleware a function, or an object whose `invoke` is called with the object as its `this`
 * @throws {OptionError} `OPTION_INVALID`
 */
export function doublePass(
  middleware: Slim3Middleware | Slim3MiddlewareInterface,
  options: DoublePassOptions,
): MiddlewareInterface {
  const { factories, container, createResponse } = declared(options);
  const bound = (container ?? new Container()) as ServiceContainerInterface;
  const fresh = createResponse ?? freshResponses(factories);
  const rules = rulesOf({});
  return {
    process(plain, handler) {
      const request = asVariantA(plain, rules, false);
      const response = VariantARequest.responseOf(request) ?? fresh();
      const begun = decorateResponse(response, factories);
      const next = nextOf(handler, response, (inner) => asVariantA(inner, rules, false), factories);
      return typeof middleware === 'function'
        ? middleware.call(bound, request, begun, next)
        : middleware.invoke(request, begun, next);
    },
  };
}

/** Creates the third parameter of the middleware. An error keeps the response that was passed in, and passes. */
function nextOf(
  handler: RequestHandlerInterface,
  response: ResponseInterface,
  asRequest: (inner: ServerRequestInterface) => VariantARequest,
  factories: HttpFactoriesInterface,
): Next {
  return (inner, handedOn = response) => {
    const carrying = VariantARequest.withResponse(asRequest(inner), handedOn);
    const failed = (error: unknown): never => {
      keepBegunResponse(carrying, handedOn, error);
      throw error;
    };
    let answer: Awaitable<ResponseInterface>;
    try {
      answer = handler.handle(carrying);
    } catch (error) {
      return failed(error);
    }
    return isThenable(answer)
      ? answer.then((late) => decorateResponse(late, factories), failed)
      : decorateResponse(answer, factories);
  };
}
