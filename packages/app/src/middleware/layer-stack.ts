import { nameOfClass, quote } from '@mortise/base';
import { AppError, ENTRY_IS_CLASS } from '../app-error.js';
import { type ContainerInterface, lookUp, orFailing } from '../container.js';
import type { RouteMiddlewareInterface, VariantTypes } from '../variant-types.js';
import { refuseOnRoutes } from '../misuse/foreign-app-members.js';
import { severalMiddleware } from '../misuse/wrong-calls.js';
import { isPerRequest, resolveFor } from '../per-request.js';
import type { AnswerUnrouted } from '../errors/error-responder.js';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import type { Mistakes } from '../development/mistakes.js';
import type { ReportLost } from '../lost-errors.js';

/** Middleware of the application, a group or a route. */
export interface Layer {
  /** Its name in errors and explanations: `middleware "auth" of group /api`. */
  readonly name: string;

  /**
   * Returns the middleware, and resolves its container name if it has one.
   *
   * @param answerUnrouted responds to unmatched requests, for routing middleware; `null` if the exception must be
   *   thrown
   */
  readonly middleware: (answerUnrouted: AnswerUnrouted | null) => RouteMiddlewareInterface;

  /** Whether the application inserted it, and it neither catches nor reads errors. Default `false`. */
  readonly isOwn?: boolean;

  /** Responds to unmatched requests, if the layer handles errors. */
  readonly answerUnrouted?: AnswerUnrouted;
}

/** What the layers and callbacks of an application share. */
export interface LayerOwner<T extends VariantTypes = VariantTypes> {
  readonly variant: {
    toMiddleware(value: T['middleware'] | T['routeMiddleware']): RouteMiddlewareInterface;
  };
  readonly factories: HttpFactoriesInterface;
  readonly container: ContainerInterface | null;
  /** Finds mistakes in development; otherwise `null`. */
  readonly mistakes: Mistakes | null;
  /** Reports an error that no layer will see. */
  readonly lost: ReportLost;
}

/** The middleware of an application, a group or a route, in the order in which it was added. */
export abstract class LayerStack<
  T extends VariantTypes,
  M extends T['middleware'] | T['routeMiddleware'] = T['middleware'],
> {
  /** The routes of its application. */
  readonly owner: LayerOwner<T>;
  readonly #layers: Layer[] = [];
  readonly #values: M[] = [];

  constructor(owner: LayerOwner<T>) {
    this.owner = owner;
  }

  /** The suffix of its layers' names: `''`, `' of group /api'`. */
  protected abstract get place(): string;

  static {
    refuseOnRoutes(this.prototype as LayerStack<VariantTypes>, (self) => self.place);
  }

  /** Discards the composed handler. Called after layers are added. */
  abstract layersChanged(): void;

  /**
   * Adds middleware outside the existing ones.
   *
   * @param given a name is resolved on the first request; any other value is checked immediately
   * @throws {AppError} `MIDDLEWARE_INVALID`, even for several: untyped callers would not notice that the others are
   *   ignored
   */
  add(...given: readonly [middleware: M]): this {
    if ((given as readonly unknown[]).length !== 1) throw severalMiddleware(given);
    this.#push(given);
    return this;
  }

  addMiddleware(...given: readonly [middleware: M]): this {
    return this.add(...given);
  }

  /** Returns the values as added, innermost first. */
  getMiddleware(): readonly M[] {
    return this.#values;
  }

  /**
   * Adds a list of middleware, outermost first; otherwise like {@link add}.
   *
   * @throws {AppError} `MIDDLEWARE_INVALID`; none is then added
   */
  addAll(values: readonly M[]): void {
    // Untyped callers can pass one middleware instead of a list: an object has no length, so it would be ignored.
    const given: unknown = values;
    if (!Array.isArray(given)) {
      const message = `invalid layers: received ${quote(values)}; expected a list of middleware`;
      throw new AppError('MIDDLEWARE_INVALID', message, values);
    }
    if (values.length > 0) this.#push(values.toReversed());
  }

  /** Adds all or none, innermost first. */
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

  /** Returns the layers, innermost first. */
  layers(): readonly Layer[] {
    return this.#layers;
  }

  /** @param index its index among the values added together */
  #layer(value: T['middleware'], index: number): Layer {
    const getPlace = () => this.place;
    const { variant, mistakes } = this.owner;
    const entryName = typeof value === 'string' ? value : isPerRequest(value) ? value.name : null;
    let middleware = entryName === null ? variant.toMiddleware(value) : null;
    const name = nameOf(value) ?? `#${this.#layers.length + index + 1}`;
    const layer = {
      get name() {
        return `middleware ${name}${getPlace()}`;
      },
      middleware: () => {
        // The container entry of a name is resolved once. If that fails, so does the layer, at its place.
        const resolved = () => (middleware ??= this.#named(value, entryName as string));
        const own = orFailing<RouteMiddlewareInterface>(resolved, 'process');
        return mistakes?.ofMiddleware(own, layer) ?? own;
      },
    };
    return layer;
  }

  #named(value: T['middleware'], name: string): RouteMiddlewareInterface {
    const { variant, container } = this.owner;
    const convert = (entry: unknown): RouteMiddlewareInterface => {
      try {
        return variant.toMiddleware(entry);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const text =
          nameOfClass(entry) === null
            ? error.message
            : error.message.replace(/; pass an .*/, `; ${ENTRY_IS_CLASS}`);
        const message = `${text}; received from the container entry ${quote(name)}`;
        throw new AppError(error.code, message, error.value);
      }
    };
    if (!isPerRequest(value)) return convert(lookUp(container, name).callable);
    return {
      process: (request, handler) =>
        convert(resolveFor(request, container, name).callable).process(request, handler),
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
