import { ROUTED } from '@mortise/base/keys';
import { isStandardMethod } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import type { Span } from '@opentelemetry/api';
import type { HttpServerSpan } from './sdk-context.js';

/** The pattern of the route; `null` without a route, and before routing. */
export function routeOf(request: ServerRequestInterface): string | null {
  return request.getLifetime().getValue(ROUTED)?.pattern ?? null;
}

/**
 * Names a span after the route, once known.
 *
 * @param http the span, if `instrumentation-http` has made it: its metrics get the route too
 */
export function nameSpan(
  span: Span,
  request: ServerRequestInterface,
  http: HttpServerSpan | null,
): void {
  const route = routeOf(request);
  if (route !== null) {
    span.setAttribute('http.route', route);
    if (http !== null) http.route = route;
  }
  span.updateName(spanName(request));
}

/** The name of a span: `GET /books/{id}`; without a route `GET`, never the path. */
export function spanName(request: ServerRequestInterface): string {
  const given = request.getMethod();
  const method = isStandardMethod(given) ? given : 'HTTP';
  const route = routeOf(request);
  return route === null ? method : `${method} ${route}`;
}
