import type { AppInterface, RouteInterface, VariantTypes } from '@mortise/app';
import type { EndpointDescription, Schema, SecurityRequirement } from '@mortise/contract';
import { type EndpointSettings, isEndpoint } from '@mortise/endpoint';
import {
  descriptionOf,
  type MiddlewareDescription,
  OPENAPI,
  type RouteDocumentation,
} from './describe.js';

/** What is known of a route that the document names. */
export interface DescribedRoute {
  /** `GET /books/{id}`, for errors. */
  readonly label: string;
  readonly name: string | null;
  readonly pattern: string;
  readonly methods: readonly string[];
  readonly description: EndpointDescription<Schema>;

  /** `null` for a callback that is not an endpoint. */
  readonly settings: EndpointSettings | null;
  readonly documentation: RouteDocumentation;

  /** Of the middleware around it, the outermost first. */
  readonly middleware: readonly MiddlewareDescription[];
}

/** Methods that OpenAPI knows. */
const METHODS = /^(?:GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE)$/;

/**
 * Reads the routes that describe themselves, in the order of registration. Callbacks and middleware that are names are
 * looked up in the container.
 */
export function describedRoutes<T extends VariantTypes>(
  app: AppInterface<T>,
): readonly DescribedRoute[] {
  const described: DescribedRoute[] = [];
  for (const route of app.getRouteCollector().getRoutes()) {
    const documentation = route.getMetadata(OPENAPI) ?? {};
    const callback = resolved(app, route.getCallable());
    const description = descriptionOf(callback) as EndpointDescription<Schema> | null;
    const methods = route.getMethods().filter((method) => METHODS.test(method));
    if (description === null || documentation.hidden === true || methods.length === 0) continue;
    described.push({
      label: `${methods.join('|')} ${route.getPattern()}`,
      name: route.getName(),
      pattern: route.getPattern(),
      methods,
      description,
      settings: isEndpoint(callback) ? callback.settings : null,
      documentation,
      middleware: middlewareAround(app, route),
    });
  }
  return described;
}

/**
 * What has to be given: the description's own; otherwise the metadata's; otherwise everything that the middleware
 * around requires, together.
 *
 * @returns `null` if nothing says anything
 */
export function securityOf(route: DescribedRoute): readonly SecurityRequirement[] | null {
  const own = route.description.security ?? route.documentation.security;
  if (own !== undefined) return own;
  const required = route.middleware.flatMap(({ security }) =>
    security === undefined ? [] : [security],
  );
  if (required.length === 0) return null;
  return required.reduce<readonly SecurityRequirement[]>(
    (all, alternatives) =>
      all.flatMap((one) => alternatives.map((other) => ({ ...one, ...other }))),
    [{}],
  );
}

function middlewareAround<T extends VariantTypes>(
  app: AppInterface<T>,
  route: RouteInterface<T>,
): readonly MiddlewareDescription[] {
  const places = [app, ...route.getGroups(), route];
  const descriptions = places.flatMap((place) =>
    place
      .getMiddleware()
      .toReversed()
      .flatMap((value) => descriptionOf(resolved(app, value)) ?? []),
  );
  return descriptions;
}

/** What a name stands for in the container; any other value as it is. */
function resolved<T extends VariantTypes>(app: AppInterface<T>, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const container = app.getContainer();
  return container?.has(value) === true ? container.get(value) : null;
}
