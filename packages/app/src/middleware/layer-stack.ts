import { isThenable, passesErrors } from '@mortise/base';
import type {
  Awaitable,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { type ContainerInterface, resolve } from '../application/container.js';
import type { AnswerUnrouted } from '../errors/contract.js';
import type { Variant } from '../variant/contract.js';
import type { VariantTypes } from '../variant/types.js';
import type { Layer } from './contract.js';
import { responseCheck } from './response-check.js';

/** What turns the values that `add` is given into layers. */
export interface LayerMaker<T extends VariantTypes> {
  readonly variant: Variant<T>;
  readonly container: ContainerInterface | null;

  /** Goes up whenever the stacks have to be recomposed. */
  readonly generation: number;

  /** Whether layers that respond later are checked every time, see {@link LayerStack.around}. */
  readonly vigilant: boolean;

  /** Called whenever a layer was added. */
  layersChanged(): void;
}

/** The middleware of one place (the application, a group, a route) in the order of adding. */
export class LayerStack<T extends VariantTypes> {
  readonly #maker: LayerMaker<T>;
  readonly #place: () => string;
  readonly #layers: Layer[] = [];
  readonly #values: T['middleware'][] = [];

  /** @param place part of the names of the layers: `''`, `' of group /api'`; called on demand */
  constructor(maker: LayerMaker<T>, place: () => string) {
    this.#maker = maker;
    this.#place = place;
  }

  /**
   * @param value a name is looked up at the first request, anything else is checked here
   * @throws {AppError} `MIDDLEWARE_INVALID`
   */
  add(value: T['middleware']): void {
    const { variant } = this.#maker;
    if (typeof value === 'string') this.#push(this.#layer(value, this.#named(value)));
    else {
      const middleware = variant.toMiddleware(value);
      this.#push(this.#layer(value, () => middleware));
    }
    this.#values.push(value);
  }

  /** Adds several, the first outermost. @throws {AppError} `MIDDLEWARE_INVALID` */
  addAll(values: readonly T['middleware'][]): void {
    for (const value of values.toReversed()) this.add(value);
  }

  /** Adds a layer that is PSR-15 already and has its own name. */
  insert(layer: Layer): void {
    this.#push(layer);
  }

  /**
   * The layers around a handler, made once and used by every request. The last added is the outermost.
   *
   * A layer that responds synchronously is checked every time. Waiting for one that responds later costs a
   * promise for each layer and request (ten of them half as much as the layers themselves), so it is
   * checked until it has returned a response once. The application notices later mistakes at the
   * end, and recomposes its layers, `vigilant`.
   */
  around(
    kernel: (unrouted: AnswerUnrouted | null) => RequestHandlerInterface,
    outermost: AnswerUnrouted | null,
  ): RequestHandlerInterface {
    const { vigilant } = this.#maker;
    let unrouted = outermost;
    const placed = this.#layers.toReversed().map((layer) => {
      const middleware = layer.middleware(unrouted);
      unrouted = layer.unrouted ?? (passesErrors(middleware) ? unrouted : null);
      return { name: layer.name, middleware };
    });
    return placed.reduceRight<RequestHandlerInterface>(
      (handler, { name, middleware }) => new LayerHandler(name, middleware, handler, vigilant),
      kernel(unrouted),
    );
  }

  /** In the order of adding: the last is the outermost. */
  all(): readonly Layer[] {
    return this.#layers;
  }

  /** What {@link add} was given, in that order: the last is the outermost. */
  values(): readonly T['middleware'][] {
    return this.#values;
  }

  #layer(value: unknown, middleware: () => MiddlewareInterface): Layer {
    const place = this.#place;
    const name = nameOf(value) ?? `#${this.#layers.length + 1}`;
    return {
      get name() {
        return `middleware ${name}${place()}`;
      },
      middleware,
    };
  }

  #push(layer: Layer): void {
    this.#layers.push(layer);
    this.#maker.layersChanged();
  }

  /** What the container has under a name, looked up once. */
  #named(name: string): () => MiddlewareInterface {
    const { variant, container } = this.#maker;
    let found: MiddlewareInterface | null = null;
    return () => (found ??= variant.toMiddleware(resolve(container, name)));
  }
}

class LayerHandler implements RequestHandlerInterface {
  readonly #middleware: MiddlewareInterface;
  readonly #inner: RequestHandlerInterface;
  readonly #check: (response: ResponseInterface) => ResponseInterface;
  readonly #vigilant: boolean;
  #proven = false;

  constructor(
    name: string,
    middleware: MiddlewareInterface,
    inner: RequestHandlerInterface,
    vigilant: boolean,
  ) {
    this.#middleware = middleware;
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

/** The name of a value, or that of its class, quoted. `null` when it has neither. */
function nameOf(value: unknown): string | null {
  if (typeof value === 'string') return JSON.stringify(value);
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return null;
  const { name, constructor } = value as { name?: unknown; constructor?: { name?: unknown } };
  if (typeof name === 'string' && name !== '') return JSON.stringify(name);
  const kind = constructor?.name;
  const named =
    typeof kind === 'string' && !['', 'Object', 'Function', 'AsyncFunction'].includes(kind);
  return named ? JSON.stringify(kind) : null;
}
