import type {
  Awaitable,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { responseCheck } from '../middleware/layer.js';
import { type LayerMaker, Layers } from '../middleware/layers.js';
import { isThenable } from '../thenable.js';
import type { VariantTypes } from '../variant/types.js';
import type { InvocationStrategyInterface } from './invocation-strategy.js';
import { mergeArguments, type RouteArguments } from './route-arguments.js';
import type { RouteGroup } from './route-group.js';
import type { RouteInterface } from './route-interface.js';

/** What a route needs of the collector that it belongs to. */
export interface RouteOwner<T extends VariantTypes> extends LayerMaker<T> {
  nameChanged(): void;
}

/** What a route is made of. */
export interface RouteParts<T extends VariantTypes> {
  readonly identifier: string;
  readonly methods: readonly string[];
  readonly pattern: string;
  /** Outermost first. */
  readonly groups: readonly RouteGroup<T>[];
  readonly callback: T['callback'];

  /** Makes the innermost handler of the callback. */
  readonly answerer: (route: Route<T>) => RequestHandlerInterface;
}

/** A route with its layers, composed once, before its first request. */
export class Route<T extends VariantTypes> implements RouteInterface<T>, RequestHandlerInterface {
  readonly layers: Layers<T>;
  readonly #owner: RouteOwner<T>;
  readonly #parts: RouteParts<T>;
  #name: string | null = null;
  #arguments: RouteArguments | null = null;
  #strategy: InvocationStrategyInterface | null = null;
  #pipeline: RequestHandlerInterface | null = null;
  #composedAt = -1;

  constructor(owner: RouteOwner<T>, parts: RouteParts<T>) {
    this.#owner = owner;
    this.#parts = parts;
    this.layers = new Layers(owner, ` of ${this.label}`);
  }

  /** What the route is called in errors: `route GET /books/{id}`. */
  get label(): string {
    return `route ${this.#parts.methods.join('|')} ${this.#parts.pattern}`;
  }

  handle(request: ServerRequestInterface): Awaitable<ResponseInterface> {
    if (this.#pipeline === null || this.#composedAt !== this.#owner.generation) {
      this.#pipeline = this.#compose();
      this.#composedAt = this.#owner.generation;
    }
    return this.#pipeline.handle(request);
  }

  /** The arguments of a request over those that were set. */
  argumentsWith(args: RouteArguments): RouteArguments {
    return this.#arguments === null ? args : mergeArguments(this.#arguments, args);
  }

  getIdentifier(): string {
    return this.#parts.identifier;
  }

  getPattern(): string {
    return this.#parts.pattern;
  }

  getMethods(): readonly string[] {
    return this.#parts.methods;
  }

  getCallable(): T['callback'] {
    return this.#parts.callback;
  }

  getGroups(): readonly RouteGroup<T>[] {
    return this.#parts.groups;
  }

  getName(): string | null {
    return this.#name;
  }

  setName(name: string): this {
    this.#name = name;
    this.#owner.nameChanged();
    return this;
  }

  getArguments(): RouteArguments {
    return this.#arguments ?? mergeArguments();
  }

  setArgument(name: string, value: string): this {
    return this.setArguments({ [name]: value });
  }

  setArguments(args: RouteArguments): this {
    this.#arguments = mergeArguments(this.getArguments(), args);
    return this;
  }

  getInvocationStrategy(): InvocationStrategyInterface | null {
    return this.#strategy;
  }

  setInvocationStrategy(strategy: InvocationStrategyInterface): this {
    this.#strategy = strategy;
    this.#pipeline = null;
    return this;
  }

  add(middleware: T['middleware']): this {
    this.layers.add(middleware);
    return this;
  }

  addMiddleware(middleware: T['middleware']): this {
    return this.add(middleware);
  }

  #compose(): RequestHandlerInterface {
    const { groups, answerer } = this.#parts;
    const kernel = checked(answerer(this), this.label);
    return groups.reduceRight(
      (inner, { layers }) => layers.around(inner),
      this.layers.around(kernel),
    );
  }
}

/** The handler of a callback; what it returns has to be a response. */
function checked(handler: RequestHandlerInterface, label: string): RequestHandlerInterface {
  const check = responseCheck(label);
  return {
    handle(request) {
      const response = handler.handle(request);
      return isThenable(response) ? response.then(check) : check(response);
    },
  };
}
