import { quote } from '@mortise/base';
import type { HttpFactoriesInterface, RequestHandlerInterface } from '@mortise/http-message';
import { AppError } from '../app-error.js';
import { type ContainerInterface, resolve } from '../container.js';
import type { RouteMiddlewareInterface, VariantTypes } from '../variant-types.js';
import { isPerRequest, resolveFor } from '../per-request.js';
import type { AnswerUnrouted } from '../errors/contract.js';
import { notRequest } from '../foreign-habits.js';
import { isRequest } from './is-request.js';
import { resultCheck } from '../result-check.js';

/** Middleware at its place: of the application, a group or a route. */
export interface Layer {
  /** Its name in errors and explanations: `middleware "auth" of group /api`. */
  readonly name: string;

  /**
   * Returns the middleware, which can need a look-up first.
   *
   * @param answerUnrouted responds to requests without a route, for routing; `null` if the exception has to be thrown
   */
  readonly middleware: (answerUnrouted: AnswerUnrouted | null) => RouteMiddlewareInterface;

  /** Whether the application inserted it, and it neither catches nor reads errors. Default `false`. */
  readonly isOwn?: boolean;

  /** Responds to requests without a route, for a layer that handles errors. */
  readonly answerUnrouted?: AnswerUnrouted;
}

/** Converts the arguments of `add` to layers. */
export interface LayerMaker<T extends VariantTypes> {
  readonly variant: {
    toMiddleware(value: T['middleware'] | T['routeMiddleware']): RouteMiddlewareInterface;
  };
  readonly container: ContainerInterface | null;
  readonly factories: HttpFactoriesInterface;
  /** Whether the request that a layer passes on is checked. */
  readonly development: boolean;
}

/** The middleware of one place (the application, a group, a route) in the order of adding. */
export abstract class LayerStack<
  T extends VariantTypes,
  M extends T['middleware'] | T['routeMiddleware'] = T['middleware'],
> {
  /** The routes of its application. */
  readonly owner: LayerMaker<T>;
  readonly #layers: Layer[] = [];
  readonly #values: M[] = [];

  constructor(owner: LayerMaker<T>) {
    this.owner = owner;
  }

  /** The end of the names of its layers: `''`, `' of group /api'`. */
  protected abstract get place(): string;

  /** Drops what was composed: called after each added layer. */
  abstract layersChanged(): void;

  /**
   * Adds one, outside the others.
   *
   * @param given a name is resolved with the first request, any other value is checked
   * @throws {AppError} `MIDDLEWARE_INVALID`, even for several: callers without types would not notice that the others
   *   guard nothing
   */
  add(...given: readonly [middleware: M]): this {
    const { length } = given as readonly unknown[];
    if (length !== 1) {
      const message = `add takes one middleware: received ${length}; call add for each, or pass a list as the layers option, outermost first`;
      throw new AppError('MIDDLEWARE_INVALID', message, given);
    }
    this.#push(given);
    return this;
  }

  addMiddleware(...given: readonly [middleware: M]): this {
    return this.add(...given);
  }

  /** Returns the arguments of {@link add}, in that order: the last is the outermost. */
  getMiddleware(): readonly M[] {
    return this.#values;
  }

  /**
   * Adds several, the first outermost; otherwise like {@link add}.
   *
   * @throws {AppError} `MIDDLEWARE_INVALID`; none is added then
   */
  addAll(values: readonly M[]): void {
    // Middleware alone, from callers without types: an object has no length, and would guard nothing.
    const given: unknown = values;
    if (!Array.isArray(given)) {
      const message = `invalid layers: received ${quote(values)}; expected a list of middleware`;
      throw new AppError('MIDDLEWARE_INVALID', message, values);
    }
    if (values.length > 0) this.#push(values.toReversed());
  }

  /** Adds all or none, the last outermost. */
  #push(values: readonly M[]): void {
    const layers = values.map((value, index) => this.#layer(value, index));
    this.#values.push(...values);
    this.#layers.push(...layers);
    this.layersChanged();
  }

  /** Adds a layer that already is PSR-15 middleware and has its own name. */
  insert(layer: Layer): void {
    this.#layers.push(layer);
    this.layersChanged();
  }

  /** Composes the layers around a handler, once for all requests. The last added is the outermost. */
  around(kernel: RequestHandlerInterface): RequestHandlerInterface {
    return this.#layers.reduce<RequestHandlerInterface>((inner, layer) => {
      const middleware = layer.middleware(null);
      const check = resultCheck(layer.name, this.owner.factories);
      const inside = this.owner.development ? checkedHandler(inner) : inner;
      return { handle: (request) => check(middleware.process(request, inside), request) };
    }, kernel);
  }

  /** In the order of adding: the last is the outermost. */
  layers(): readonly Layer[] {
    return this.#layers;
  }

  /** @param index among those that are added together */
  #layer(value: T['middleware'], index: number): Layer {
    const getPlace = () => this.place;
    const { variant } = this.owner;
    const entryName = typeof value === 'string' ? value : isPerRequest(value) ? value.name : null;
    let middleware = entryName === null ? variant.toMiddleware(value) : null;
    const name = nameOf(value) ?? `#${this.#layers.length + index + 1}`;
    return {
      get name() {
        return `middleware ${name}${getPlace()}`;
      },
      // The container entry of a name is resolved once.
      middleware: () => (middleware ??= this.#named(value, entryName as string)),
    };
  }

  #named(value: T['middleware'], name: string): RouteMiddlewareInterface {
    const { variant, container } = this.owner;
    const convert = (entry: unknown): RouteMiddlewareInterface => {
      try {
        return variant.toMiddleware(entry);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const message = `${error.message}; received from the container entry ${quote(name)}`;
        throw new AppError(error.code, message, error.value);
      }
    };
    if (!isPerRequest(value)) return convert(resolve(container, name));
    return {
      process: (request, handler) =>
        convert(resolveFor(request, container, name)).process(request, handler),
    };
  }
}

/** A handler that says what to write for `handle()` without the request. */
function checkedHandler(handler: RequestHandlerInterface): RequestHandlerInterface {
  return {
    handle(request) {
      if (isRequest(request)) return handler.handle(request);
      throw notRequest(request);
    },
  };
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
