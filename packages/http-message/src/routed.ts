import type { MetadataKey } from './metadata-key.js';

/**
 * The result of routing for a request. The application sets it as a value of the request's lifetime (`ROUTED` from
 * `@mortise/base/keys`) for every outcome; with nested applications, the innermost application's result remains.
 */
export interface RoutedInterface {
  /** The outcome; `'bad-path'` if the path is malformed and therefore matches no route. */
  readonly outcome: 'found' | 'not-found' | 'method-not-allowed' | 'bad-path';

  /**
   * The route's full pattern, including its groups' patterns and, for an application that is mounted or has a base path,
   * the prefixes and base paths before it (`/base/admin/books/{id}`); never the requested path. `null` unless found.
   */
  readonly pattern: string | null;

  /** The route's name; `null` unless found, or if the route has no name. */
  readonly name: string | null;

  /**
   * The methods of the route that was found, otherwise those that the path allows; empty if no route matches the path.
   */
  readonly methods: readonly string[];

  /**
   * Returns metadata of the route or its groups, of which the innermost wins; `undefined` if no route was found or no
   * value is set.
   */
  getMetadata<T>(key: MetadataKey<T>): T | undefined;
}
