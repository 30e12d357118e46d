import type { RouteArgs } from '../route-args.js';
import type { Route } from '../route.js';

/** What becomes of a method and a path. */
export type DispatchResult<Handler> =
  | Found<Handler>
  | MethodNotAllowed
  | AutomaticOptions
  | NotFound;

/** A route matches. */
export interface Found<Handler> {
  readonly kind: 'found';
  readonly route: Route<Handler>;
  /** The handler of the route. */
  readonly handler: Handler;
  /**
   * The arguments by name, in the order of the pattern, decoded; those of optional parts that the
   * path leaves out are absent. It inherits nothing: every name is an ordinary one.
   */
  readonly args: RouteArgs;
}

/** Routes match the path, but none this method: HTTP's 405. */
export interface MethodNotAllowed {
  readonly kind: 'method-not-allowed';
  /** The methods of those routes, in the order of registration, those of routes without placeholders first; never empty. */
  readonly allowed: readonly string[];
}

/** `OPTIONS` for a path of other methods, with the router option `automaticOptions` only. */
export interface AutomaticOptions {
  readonly kind: 'options';
  /** As in {@link MethodNotAllowed}, and `OPTIONS` at the end. */
  readonly allowed: readonly string[];
}

/** No route matches the path. */
export interface NotFound {
  readonly kind: 'not-found';
}
