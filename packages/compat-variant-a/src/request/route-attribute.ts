import type { AttributeKey } from '@mortise/http-message';
import type { MatchedRouteInterface } from '@mortise/app';

/** The request attribute that holds the matched route, with the request's arguments, for layers inside routing. */
export const ROUTE: AttributeKey<MatchedRouteInterface> = 'route';
