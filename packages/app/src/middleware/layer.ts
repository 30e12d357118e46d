import type {
  Awaitable,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { AppError } from '../app-error.js';
import { isThenable } from '../thenable.js';

/** A middleware and what it is called in errors and explanations: `middleware "auth"`. */
export interface Layer {
  readonly name: string;

  /** The middleware, which may have to be looked up first. */
  readonly middleware: () => MiddlewareInterface;
}

/**
 * Layers around a kernel, made once and used by every request.
 *
 * A layer that answers at once is looked at every time. Waiting for one that answers later costs a
 * promise for each layer and request (ten of them half as much as the layers themselves), so it is
 * looked at until it has answered well once. What slips through then, the application notices at the
 * end, and composes its layers anew, `vigilant`.
 *
 * @param layers in the order of adding: the last becomes the outermost
 * @param vigilant whether layers that answer later are looked at every time
 */
export function compose(
  layers: readonly Layer[],
  kernel: RequestHandlerInterface,
  vigilant: boolean,
): RequestHandlerInterface {
  return layers.reduce<RequestHandlerInterface>(
    (inner, layer) => new LayerHandler(layer, inner, vigilant),
    kernel,
  );
}

class LayerHandler implements RequestHandlerInterface {
  readonly #middleware: MiddlewareInterface;
  readonly #inner: RequestHandlerInterface;
  readonly #check: (response: ResponseInterface) => ResponseInterface;
  readonly #vigilant: boolean;
  #proven = false;

  constructor({ name, middleware }: Layer, inner: RequestHandlerInterface, vigilant: boolean) {
    this.#middleware = middleware();
    this.#inner = inner;
    this.#check = responseCheck(name);
    this.#vigilant = vigilant;
  }

  handle(request: ServerRequestInterface): Awaitable<ResponseInterface> {
    const response = this.#middleware.process(request, this.#inner);
    if (!isThenable(response)) return this.#check(response);
    return this.#proven ? response : response.then(this.#prove);
  }

  readonly #prove = (response: ResponseInterface): ResponseInterface => {
    this.#check(response);
    this.#proven = !this.#vigilant;
    return response;
  };
}

/**
 * A check that what a layer gave is a response. It asks for the contract, never for a class.
 *
 * @param layer its name, for the error
 * @returns gives the response back, or throws {@link AppError} `RESPONSE_MISSING`
 */
export function responseCheck(layer: string): (value: ResponseInterface) => ResponseInterface {
  return (value) => {
    if (isResponse(value)) return value;
    throw AppError.noResponse(layer, value);
  };
}

/** Whether a value keeps the contract of a response, as far as one look tells. */
export function isResponse(value: unknown): value is ResponseInterface {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<ResponseInterface>).getStatusCode === 'function'
  );
}
