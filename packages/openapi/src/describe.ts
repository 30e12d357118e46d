import type { EndpointDescription, SecurityRequirement } from '@mortise/contract';
import type { MetadataKey } from '@mortise/http-message';

/** What middleware adds to the operations that it is around. */
export interface MiddlewareDescription {
  /** Schemes that {@link security} names, by name, as OpenAPI writes them. */
  readonly securitySchemes?: Readonly<Record<string, object>>;

  /** Alternatives of what it requires; all middleware around a route is required together. */
  readonly security?: readonly SecurityRequirement[];

  /** What its own responses mean, by status: `{ 401: 'The token is missing or not valid.' }`. */
  readonly responses?: Readonly<Record<number, string>>;
}

/** What documents say about a route or the routes of a group, beside their endpoints. */
export interface RouteDocumentation {
  /** Leaves the routes out of the document. */
  readonly hidden?: boolean;

  readonly tags?: readonly string[];
  readonly security?: readonly SecurityRequirement[];
  readonly deprecated?: boolean;
}

/** Metadata of a route or a group: `group.setMetadata(OPENAPI, { tags: ['books'] })`. The inner one replaces the outer. */
export const OPENAPI: MetadataKey<RouteDocumentation> = 'mortise.openapi';

/**
 * Gives middleware, or a callback that is not an endpoint, a description for documents. Nothing is checked by it.
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
