import type {
  Awaitable,
  MetadataKey,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { ParseBody } from '@mortise/base/message';
import { type LayerOwner, LayerStack } from '../middleware/layer-stack.js';
import { routeLayers } from '../middleware/route-layers.js';
import { resultCheck } from '../result-check.js';
import type { RouteHandlerInterface, VariantTypes } from '../variant-types.js';
import type { InvocationStrategyInterface, RouteArguments, RouteInterface } from './contract.js';
import { callbackHandler } from './callback-handler.js';
import type { Variant } from './variant.js';
import { mergeArguments } from './matched-route.js';
import type { RouteBodies } from './route-bodies.js';
import type { RouteGroup } from './route-group.js';
import { inTime } from '../handler-time.js';
import { limitingBody } from './body-limit.js';
import { type RouteLimits, RunningRequests } from './route-limits.js';
import { requiringContentType } from './query-content-type.js';
import type { RouteMetadata, RouterRoute } from './router-contract.js';

/** The parts of a route. */
export interface RouteParts<T extends VariantTypes> {
  readonly layers: readonly T['routeMiddleware'][];
  readonly metadata: RouteMetadata;
  /** The merged limits of the application, the groups and the route; inner ones take precedence. */
  readonly limits: RouteLimits;
  /** `undefined` to use the application's; `null` if bodies are not parsed. */
  readonly bodyParser: ParseBody | null | undefined;
  readonly identifier: string;
  /** Outermost first. */
  readonly groups: readonly RouteGroup<T>[];
  readonly callback: T['callback'];
  /** One of the application's own handlers, which no variant needs to convert; `null` to use the callback. */
  readonly handler: RouteHandlerInterface | null;

  /** Registers the route with the router, as the handler of its entry. @throws the router's error */
  readonly register: (route: Route<T>, metadata: RouteMetadata) => RouterRoute;
}

/** What the routes of one application share. */
interface RouteOwner<T extends VariantTypes> extends LayerOwner<T> {
  readonly variant: Variant<T>;
  readonly bodies: RouteBodies;
}

/** The handler of an entry in the router. Its layers and callback are composed on the first request. */
export class Route<T extends VariantTypes>
  extends LayerStack<T, T['routeMiddleware']>
  implements RouteInterface<T>, RequestHandlerInterface
{
  /** The only object that stores the pattern, methods, name and metadata. */
  readonly entry: RouterRoute;
  readonly #owner: RouteOwner<T>;
  readonly #parts: RouteParts<T>;
  /** Its own metadata, which overrides that of the groups. */
  readonly #ownMetadata = Object.create(null) as Record<string, unknown>;
  readonly #metadata = Object.create(null) as Record<string, unknown>;
  readonly #running: RunningRequests | null;
  #arguments: RouteArguments | null = null;
  #strategy: InvocationStrategyInterface | null = null;
  #chain: RequestHandlerInterface | null = null;

  /** @throws the router's error; nothing is then registered */
  constructor(owner: RouteOwner<T>, parts: RouteParts<T>) {
    super(owner);
    this.#owner = owner;
    this.#parts = parts;
    const { layers, limits, metadata } = parts;
    const { concurrency } = limits;
    this.#running = concurrency === undefined ? null : new RunningRequests(concurrency);
    Object.assign(this.#ownMetadata, metadata);
    this.metadataChanged();
    this.addAll(layers);
    this.entry = parts.register(this, this.#metadata);
    for (const { members } of parts.groups) members.push(this);
  }

  /** The name of the route in errors: `route GET /books/{id}`. */
  get label(): string {
    return `route ${this.entry.methods.join('|')} ${this.entry.pattern}`;
  }

  protected override get place(): string {
    return ` of ${this.label}`;
  }

  handle(request: ServerRequestInterface): Awaitable<ResponseInterface> {
    return (this.#chain ??= this.#compose()).handle(request);
  }

  override layersChanged(): void {
    this.#chain = null;
  }

  /**
   * Merges the arguments of a request with those set on the route. The request's take precedence and come first, in the
   * order of the pattern.
   */
  argumentsWith(args: RouteArguments): RouteArguments {
    return this.#arguments === null ? args : mergeArguments(args, this.#arguments, args);
  }

  /** See {@link RouteParts.bodyParser}. */
  get bodyParser(): ParseBody | null | undefined {
    return this.#parts.bodyParser;
  }

  getIdentifier(): string {
    return this.#parts.identifier;
  }

  getPattern(): string {
    return this.entry.pattern;
  }

  getMethods(): readonly string[] {
    return this.entry.methods;
  }

  getCallable(): T['callback'] {
    return this.#parts.callback;
  }

  getGroups(): readonly RouteGroup<T>[] {
    return this.#parts.groups;
  }

  getName(): string | null {
    return this.entry.name;
  }

  setName(name: string): this {
    this.entry.rename(name);
    return this;
  }

  getMetadata<V>(key: MetadataKey<V>): V | undefined {
    return this.#metadata[key] as V | undefined;
  }

  setMetadata<V>(key: MetadataKey<V>, value: NoInfer<V>): this {
    this.#ownMetadata[key] = value;
    this.metadataChanged();
    return this;
  }

  /** Merges the metadata of its groups with its own. Keys are never removed. */
  metadataChanged(): void {
    for (const { metadata } of this.#parts.groups) Object.assign(this.#metadata, metadata);
    Object.assign(this.#metadata, this.#ownMetadata);
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
    this.#chain = null;
    return this;
  }

  #compose(): RequestHandlerInterface {
    const owner = this.#owner;
    const { groups, limits, callback, handler: own } = this.#parts;
    const running = this.#running;
    const counted = (call: RouteHandlerInterface) => running?.keeping(call) ?? call;
    const called = (): RequestHandlerInterface =>
      callbackHandler(
        owner,
        callback,
        () => this.label,
        (callable) => owner.variant.toHandler(callable, this),
        owner.variant.lines,
      );
    const handler = counted(own ?? owner.bodies.before(called(), this));
    const checkOf = (place: string) => resultCheck(place, owner.factories);
    const check = checkOf(this.label);
    const limit = { timeout: limits.handlerTimeout };
    const layers = [this, ...groups.toReversed()].flatMap((stack) => stack.layers());
    const outermost = layers.pop();
    // The layers see the timeout of the handler, and the application that of a layer.
    const pipeline =
      outermost === undefined
        ? inTime(handler, check, limit)
        : inTime(
            counted(routeLayers(outermost, layers, inTime(handler, check), owner)),
            checkOf(outermost.name),
            limit,
          );
    const takesQuery = this.entry.methods.some((method) => method === 'QUERY' || method === '*');
    const typed = takesQuery ? requiringContentType(pipeline) : pipeline;
    const { bodyBytes } = limits;
    const limited =
      bodyBytes === undefined ? typed : limitingBody(typed, bodyBytes, owner.factories);
    return running?.limiting(limited) ?? limited;
  }
}
