import type { AttributeKey } from '@mortise/http-message';
import type { MatchedRouteInterface } from '@mortise/app';

/** The attribute that contains the route with the arguments of the request, for layers inside routing. */
export const ROUTE: AttributeKey<MatchedRouteInterface> = 'route';
