import type { AppInterface, RouteInterface, VariantTypes } from '@mortise/app';
import type { EndpointDescription, Schema, SecurityRequirement } from '@mortise/contract';
import { type EndpointSettings, isEndpoint } from '@mortise/endpoint';
import {
  descriptionOf,
  type MiddlewareDescription,
  OPENAPI,
  type RouteDocumentation,
} from './describe.js';

/** A route that appears in the document. */
export interface DescribedRoute {
  /** The methods and the pattern, such as `GET /books/{id}`; for errors. */
  readonly label: string;
  readonly name: string | null;
  readonly pattern: string;
  readonly methods: readonly string[];
  readonly description: EndpointDescription<Schema>;

  /** `null` if the handler is not an endpoint. */
  readonly settings: EndpointSettings | null;
  readonly documentation: RouteDocumentation;

  /** The descriptions of its middleware, outermost first. */
  readonly middleware: readonly MiddlewareDescription[];
}

/** Methods that OpenAPI supports. */
const METHODS = /^(?:GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE)$/;

/**
 * Returns the routes with descriptions, except hidden ones, in registration order. Handlers and middleware given by
 * name are looked up in the container.
 */
export function describedRoutes<T extends VariantTypes>(
  app: AppInterface<T>,
): readonly DescribedRoute[] {
  const described: DescribedRoute[] = [];
  for (const route of app.getRouteCollector().getRoutes()) {
    const documentation = documentationOf(route);
    const callback = resolved(app, route.getCallable());
    const description: EndpointDescription<Schema> | null = descriptionOf(callback);
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

/** Merges the documentation of the groups and the route; inner members override outer ones. */
function documentationOf<T extends VariantTypes>(route: RouteInterface<T>): RouteDocumentation {
  const places = [...route.getGroups(), route];
  return Object.assign(
    {},
    ...places.map((place) => place.getMetadata(OPENAPI)),
  ) as RouteDocumentation;
}

/**
 * Returns the security requirements of an operation: those of its description, otherwise those of its metadata,
 * otherwise those of all its middleware combined.
 *
 * @returns `null` if none are specified
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
      all.flatMap((one) => withoutNone(alternatives).map((other) => together(one, other))),
    [{}],
  );
}

/** Replaces an empty list, which requires nothing, with a single alternative that requires nothing. */
function withoutNone(alternatives: readonly SecurityRequirement[]): readonly SecurityRequirement[] {
  return alternatives.length === 0 ? [{}] : alternatives;
}

/** Returns a requirement that combines both. */
function together(one: SecurityRequirement, other: SecurityRequirement): SecurityRequirement {
  const all: Record<string, readonly string[]> = { ...one };
  for (const [scheme, scopes] of Object.entries(other)) {
    all[scheme] = [...new Set([...(all[scheme] ?? []), ...scopes])];
  }
  return all;
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

/** Returns the container entry for a name, or `null` if there is none; returns any other value unchanged. */
function resolved<T extends VariantTypes>(app: AppInterface<T>, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const container = app.getContainer();
  return container?.has(value) === true ? container.get(value) : null;
}
