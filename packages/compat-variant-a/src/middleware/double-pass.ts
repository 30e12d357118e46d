import { isThenable, markPassesErrors, passesErrors } from '@mortise/base';
import type {
  Awaitable,
  HttpFactoriesInterface,
  MiddlewareInterface,
  ResponseInterface,
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
import type { Slim3Middleware, Next } from '../variant-a-types.js';

/** What a layer of variant A needs beside the request. */
export interface DoublePassOptions {
  readonly factories: HttpFactoriesInterface;

  /** The `this` of the middleware: of an application of variant A, its own. Default: an empty one. */
  readonly container?: ContainerInterface;

  /** Makes the response that the outermost layer is given. Default: an empty one of type HTML. */
  readonly createResponse?: () => VariantAResponseInterface;
}

/**
 * PSR-15 middleware of one of variant A, so that it runs in an application of either variant.
 *
 * In an application of variant B it gets the request with the helpers of variant A, its method as
 * the application sees it and its parsed body as body parsing outside has left it. What it changes on
 * the response that it hands to `next` reaches layers of variant A alone. Errors pass unchanged.
 */
export function doublePass(
  middleware: Slim3Middleware,
  { factories, container, createResponse }: DoublePassOptions,
): MiddlewareInterface {
  const bound = (container ?? new Container()) as ServiceContainerInterface;
  const fresh = createResponse ?? freshResponses(factories);
  const rules = rulesOf({});
  const layer: MiddlewareInterface = {
    process(plain, handler) {
      const request = asVariantA(plain, rules, false);
      const response = VariantARequest.responseOf(request) ?? fresh();
      const next: Next = (inner, handedOn = response) => {
        const carrying = VariantARequest.withResponse(asVariantA(inner, rules, false), handedOn);
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
      return middleware.call(bound, request, decorateResponse(response, factories), next);
    },
  };
  return passesErrors(middleware) ? markPassesErrors(layer) : layer;
}
