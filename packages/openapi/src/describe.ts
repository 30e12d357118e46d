import type { EndpointDescription, SecurityRequirement } from '@mortise/contract';
import type { MetadataKey } from '@mortise/http-message';

/** What middleware adds to the operations that it wraps. */
export interface MiddlewareDescription {
  /** Schemes that {@link security} names, by name, as OpenAPI writes them. */
  readonly securitySchemes?: Readonly<Record<string, object>>;

  /** Alternatives of what it requires; the requirements of all middleware of a route apply together. */
  readonly security?: readonly SecurityRequirement[];

  /**
   * The descriptions of its own responses, by status: `{ 401: 'The token is missing or not valid.' }`. If several
   * middleware of a route describe one status, the document has the text of the innermost.
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
 * Metadata of a route or a group: `group.setMetadata(OPENAPI, { tags: ['books'] })`. A member of the inner one replaces that of
 * the outer.
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
