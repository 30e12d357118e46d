import type { MetadataKey } from './metadata-key.js';

/**
 * The result of routing for a request. The application sets it as a value of the request's lifetime (`ROUTED` from
 * `@mortise/base/keys`) for every outcome; with nested applications, the innermost one's remains.
 */
export interface RoutedInterface {
  /** `'bad-path'`: the path is malformed and matches no route. */
  readonly outcome: 'found' | 'not-found' | 'method-not-allowed' | 'bad-path';

  /**
   * The route's pattern, including those of its groups and the prefixes of the mounts that led to its application
   * (`/admin/books/{id}`), never the path; `null` unless found.
   */
  readonly pattern: string | null;

  /** `null` unless found, and for a route without a name. */
  readonly name: string | null;

  /** The methods of the route, or those that the path allows; empty if no route matches the path. */
  readonly methods: readonly string[];

  /** Metadata of the route and its groups, where inner values win; `undefined` unless found and set. */
  getMetadata<T>(key: MetadataKey<T>): T | undefined;
}
