import type { EndpointDescription, SecurityRequirement } from '@mortise/contract';
import type { MetadataKey } from '@mortise/http-message';

/** Describes what middleware adds to the operations that it wraps. */
export interface MiddlewareDescription {
  /** The security schemes that {@link security} names, as OpenAPI security scheme objects. */
  readonly securitySchemes?: Readonly<Record<string, object>> | undefined;

  /** Alternative security requirements. The requirements of all of a route's middleware apply together. */
  readonly security?: readonly SecurityRequirement[] | undefined;

  /**
   * The descriptions of the middleware's own responses, by status: `{ 401: 'The token is missing or invalid.' }`. If
   * several of a route's middleware describe the same status, the innermost description is used.
   */
  readonly responses?: Readonly<Record<number, string>> | undefined;
}

/** Documentation of a route, or of all routes in a group. The description of an endpoint overrides it. */
export interface RouteDocumentation {
  /** Whether to omit the routes from the document. Default `false`. */
  readonly hidden?: boolean;

  /** The sections of the document in which the routes appear. Default: none. */
  readonly tags?: readonly string[];
  /** Alternative security requirements; `[]` for none. Default: those of the middleware. */
  readonly security?: readonly SecurityRequirement[];
  /** Whether the document marks the routes as deprecated. Default `false`. */
  readonly deprecated?: boolean;
}

/**
 * The metadata key for the documentation of a route or a group: `group.setMetadata(OPENAPI, { tags: ['books'] })`.
 * Members of an inner group or a route replace those of an outer group.
 */
export const OPENAPI: MetadataKey<RouteDocumentation> = 'mortise.openapi';

/**
 * Adds a description for API documents to middleware, or to a handler that is not an endpoint. Nothing is validated.
 *
 * @param target receives the property `description`
 * @returns `target`
 */
export function describe<T extends object>(
  target: T,
  description: MiddlewareDescription | EndpointDescription,
): T {
  return Object.defineProperty(target, 'description', { value: description, configurable: true });
}

/** Returns the description of a value; `null` if it has none. */
export function descriptionOf(value: unknown): object | null {
  const { description } = Object(value) as { readonly description?: unknown };
  return typeof description === 'object' && description !== null ? description : null;
}
