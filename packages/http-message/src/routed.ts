import type { AttributeKey } from './attribute-key.js';
import type { MetadataKey } from './metadata-key.js';

/**
 * What routing found for a request. The application sets it on the request's lifetime, under
 * {@link RoutedKey}, for every outcome; of nested applications the innermost one's stays.
 */
export interface RoutedInterface {
  /** `'bad-path'`: the path cannot be decoded and matches no route. */
  readonly outcome: 'found' | 'not-found' | 'method-not-allowed' | 'bad-path';

  /** The route's pattern with those of its groups (`/books/{id}`), never the path; `null` unless found. */
  readonly pattern: string | null;

  /** `null` unless found, and for a route without a name. */
  readonly name: string | null;

  /** Methods of the route, or those that the path allows; empty when no route has the path. */
  readonly methods: readonly string[];

  /** Metadata of the route and its groups, the inner first; `undefined` unless found and set. */
  getMetadata<T>(key: MetadataKey<T>): T | undefined;
}

/**
 * The key of {@link RoutedInterface} among the values of a request's lifetime. The type has one value,
 * so that `const ROUTED: RoutedKey = 'mortise.routed'` cannot be misspelled, and packages that know no
 * other share it.
 */
export type RoutedKey = AttributeKey<RoutedInterface> & 'mortise.routed';
