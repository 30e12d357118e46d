import type { VariantTypes } from '../variant/types.js';
import type { InvocationStrategyInterface } from './invocation-strategy.js';
import type { RouteArguments } from './route-arguments.js';
import type { RouteGroupInterface } from './route-group-interface.js';

/** A route as it was registered: one object for all its methods and requests. */
export interface RouteInterface<T extends VariantTypes = VariantTypes> {
  /** `'route0'`, `'route1'`, ... in the order of registration. */
  getIdentifier(): string;

  /** The whole pattern, the prefixes of the groups in front. */
  getPattern(): string;

  /** Standard methods in capitals, others as given; in the order given. */
  getMethods(): readonly string[];

  /** What answers, as given. */
  getCallable(): T['callback'];

  /** The groups around the route, outermost first. */
  getGroups(): readonly RouteGroupInterface<T>[];

  /** `null` when the route has no name. */
  getName(): string | null;

  /** Names the route, for URLs. Of two routes under one name the first registered counts. */
  setName(name: string): this;

  /** What {@link setArguments} has set; a request's own arguments are not here. */
  getArguments(): RouteArguments;

  /** Sets an argument for requests whose path gives none of that name. */
  setArgument(name: string, value: string): this;

  /** Sets several at once, and keeps the others. */
  setArguments(args: RouteArguments): this;

  /** `null` when the route follows the application's. */
  getInvocationStrategy(): InvocationStrategyInterface | null;

  /** How the callback is called. Its type still follows the application's strategy. */
  setInvocationStrategy(strategy: InvocationStrategyInterface): this;

  /**
   * Adds middleware around the route; the last added is the outermost.
   *
   * @throws {AppError} `MIDDLEWARE_INVALID`
   */
  add(middleware: T['middleware']): this;

  /** The same as {@link add}. */
  addMiddleware(middleware: T['middleware']): this;
}
