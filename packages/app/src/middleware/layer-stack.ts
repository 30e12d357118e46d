import { passesErrors, quote } from '@mortise/base';
import type {
  HttpFactoriesInterface,
  MiddlewareInterface,
  RequestHandlerInterface,
} from '@mortise/http-message';
import { AppError } from '../app-error.js';
import { type ContainerInterface, resolve } from '../container.js';
import type { AnswerUnrouted } from '../errors/contract.js';
import type { VariantTypes } from '../variant-types.js';
import type { Layer } from './contract.js';
import { responseCheck } from '../response-check.js';
import { resultCheck } from '../result-check.js';

/** Converts the arguments of `add` to layers. */
export interface LayerMaker<T extends VariantTypes> {
  readonly variant: { toMiddleware(value: T['middleware']): MiddlewareInterface };
  readonly container: ContainerInterface | null;
  /** Whether what layers return later is checked, too. */
  readonly checksLayers: boolean;
  readonly factories: HttpFactoriesInterface;
}

/** The middleware of one place (the application, a group, a route) in the order of adding. */
export class LayerStack<T extends VariantTypes> {
  readonly #maker: LayerMaker<T>;
  readonly #converts: boolean;
  readonly #place: () => string;
  readonly #changed: () => void;
  readonly #layers: Layer[] = [];
  readonly #values: T['middleware'][] = [];

  /**
   * @param place the end of the names of the layers: `''`, `' of group /api'`; called on demand
   * @param changed called after each added layer: earlier results of {@link around} are out of date
   * @param converts whether layers can return a `Response` of the platform, as those of groups and routes can
   */
  constructor(maker: LayerMaker<T>, place: () => string, changed: () => void, converts = true) {
    this.#maker = maker;
    this.#converts = converts;
    this.#place = place;
    this.#changed = changed;
  }

  /**
   * Adds one, outside of the others.
   *
   * @param given the arguments of a public `add`: a name is resolved with the first request, any other value is checked
   * @throws {AppError} `MIDDLEWARE_INVALID`, also for several: callers without types would not notice that the others
   *   guard nothing
   */
  add(given: readonly T['middleware'][]): void {
    if (given.length !== 1) {
      const message = `add takes one middleware: received ${given.length}; call add for each, or pass the list, outermost first, as the option layers`;
      throw new AppError('MIDDLEWARE_INVALID', message, given);
    }
    this.#push(given);
  }

  /**
   * Adds several, the first outermost; otherwise like {@link add}.
   *
   * @throws {AppError} `MIDDLEWARE_INVALID`; none is added then
   */
  addAll(values: readonly T['middleware'][]): void {
    // Middleware alone, from callers without types: an object has no length, and would guard nothing.
    const given: unknown = values;
    if (!Array.isArray(given)) {
      const message = `invalid layers: received ${quote(values)}; expected a list of middleware`;
      throw new AppError('MIDDLEWARE_INVALID', message, values);
    }
    if (values.length > 0) this.#push(values.toReversed());
  }

  /** Adds all or none, the last outermost. */
  #push(values: readonly T['middleware'][]): void {
    const layers = values.map((value, index) => this.#layer(value, index));
    this.#values.push(...values);
    this.#layers.push(...layers);
    this.#changed();
  }

  /** Adds a layer that already is PSR-15 middleware and has its own name. */
  insert(layer: Layer): void {
    this.#layers.push(layer);
    this.#changed();
  }

  /**
   * Composes the layers around a handler, once for all requests. The last added is the outermost.
   *
   * @param kernel creates that handler, from the function that responds to requests without a route
   * @param outermost that function if all layers pass errors; `null`: the exception has to be thrown
   */
  around(
    kernel: (unrouted: AnswerUnrouted | null) => RequestHandlerInterface,
    outermost: AnswerUnrouted | null,
  ): RequestHandlerInterface {
    let unrouted = outermost;
    const placed = this.#layers.toReversed().map((layer) => {
      const middleware = layer.middleware(unrouted);
      unrouted = layer.unrouted ?? (passesErrors(middleware) ? unrouted : null);
      return { name: layer.name, middleware };
    });
    return placed.reduceRight<RequestHandlerInterface>((inner, { name, middleware }) => {
      const { factories, checksLayers } = this.#maker;
      const check = this.#converts
        ? resultCheck(name, factories)
        : responseCheck(name, checksLayers);
      return { handle: (request) => check(middleware.process(request, inner), request) };
    }, kernel(unrouted));
  }

  /** In the order of adding: the last is the outermost. */
  all(): readonly Layer[] {
    return this.#layers;
  }

  /** Returns the arguments of {@link add}, in that order: the last is the outermost. */
  values(): readonly T['middleware'][] {
    return this.#values;
  }

  /** @param index among those that are added together */
  #layer(value: T['middleware'], index: number): Layer {
    const place = this.#place;
    const { variant, container } = this.#maker;
    let middleware = typeof value === 'string' ? null : variant.toMiddleware(value);
    const name = nameOf(value) ?? `#${this.#layers.length + index + 1}`;
    return {
      get name() {
        return `middleware ${name}${place()}`;
      },
      // The container entry of a name is resolved once.
      middleware: () => (middleware ??= variant.toMiddleware(resolve(container, value as string))),
    };
  }
}

interface Named {
  readonly name?: unknown;
}

/** Returns the name of a value, or that of its class, quoted. `null` if it has neither. */
function nameOf(value: unknown): string | null {
  if (typeof value === 'string') return JSON.stringify(value);
  const { name, constructor } = Object(value) as Named & { readonly constructor?: Named };
  if (typeof name === 'string' && name !== '') return JSON.stringify(name);
  const kind = constructor?.name;
  const named =
    typeof kind === 'string' && !['', 'Object', 'Function', 'AsyncFunction'].includes(kind);
  return named ? JSON.stringify(kind) : null;
}
