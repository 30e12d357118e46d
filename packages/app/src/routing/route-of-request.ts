import { ROUTED } from '@mortise/base/keys';
import type { ServerRequestInterface } from '@mortise/http-message';
import { requestPath } from '../request-path.js';
import type { VariantTypes } from '../variant-types.js';
import type { RouteInterface } from './contract.js';
import { ROUTE_CONTEXT, RouteContext } from './route-context.js';
import type { RouteTable } from './route-table.js';

/**
 * Returns the route that a request has in a table, also before routing: by its method and path. Inside of an inner
 * application, whose paths can be others, it is the route that led there.
 *
 * @returns `null` if it has none
 */
export function routeOfRequest<T extends VariantTypes>(
  table: RouteTable<T>,
  request: ServerRequestInterface,
): RouteInterface | null {
  if (request.getAttribute(ROUTE_CONTEXT)?.collector !== table) {
    const outer = request.getLifetime().getValue(ROUTED);
    if (outer instanceof RouteContext && outer.collector === table) return outer.registered;
  }
  const context = new RouteContext(table);
  table.search(context, request.getMethod(), requestPath(request), false);
  return context.registered;
}
