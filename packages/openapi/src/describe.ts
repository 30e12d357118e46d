import type { EndpointDescription, SecurityRequirement } from '@mortise/contract';
import type { MetadataKey } from '@mortise/http-message';

/** What middleware adds to the operations that it wraps. */
export interface MiddlewareDescription {
  /** The schemes named in {@link security}, by name, in OpenAPI's format. */
  readonly securitySchemes?: Readonly<Record<string, object>>;

  /** Alternative requirements; the requirements of all middleware of a route apply together. */
  readonly security?: readonly SecurityRequirement[];

  /**
   * The descriptions of its own responses, by status: `{ 401: 'The token is missing or not valid.' }`. If several of a
   * route's middleware describe the same status, the document has the innermost text.
   */
  readonly responses?: Readonly<Record<number, string>>;
}

/** What documents contain about a route or the routes of a group, besides their endpoints. */
export interface RouteDocumentation {
  /** Omits the routes from the document. */
  readonly hidden?: boolean;

  readonly tags?: readonly string[];
  readonly security?: readonly SecurityRequirement[];
  readonly deprecated?: boolean;
}

/**
 * Metadata of a route or a group: `group.setMetadata(OPENAPI, { tags: ['books'] })`. Members of the inner one replace those
 * of the outer.
 */
export const OPENAPI: MetadataKey<RouteDocumentation> = 'mortise.openapi';

/**
 * Adds a description for documents to middleware, or to a callback that is not an endpoint. It validates nothing.
 *
 * @param target gets a property `description`
 * @returns `target`
 */
export function describe<T extends object>(
  target: T,
  description: MiddlewareDescription | EndpointDescription,
): T {
  return Object.defineProperty(target, 'description', { value: description, configurable: true });
}

/** The description of a value; `null` if it has none. */
export function descriptionOf(value: unknown): object | null {
  const { description } = Object(value) as { readonly description?: unknown };
  return typeof description === 'object' && description !== null ? description : null;
}
