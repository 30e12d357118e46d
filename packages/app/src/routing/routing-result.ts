import type { RouteArguments } from './route-arguments.js';
import type { RouteInterface } from './route-interface.js';

/** How routing ended for a request. */
export type RoutingResult =
  | { readonly kind: 'found'; readonly route: RouteInterface; readonly args: RouteArguments }
  | UnroutedResult;

/** How routing ended for a request that reached no route. `bad-path`: it has no canonical form. */
export type UnroutedResult =
  | { readonly kind: 'not-found' }
  | { readonly kind: 'method-not-allowed'; readonly allowed: readonly string[] }
  | { readonly kind: 'bad-path' };
