/** Exists only at type level: carries `T` through {@link MetadataKey}. */
declare const metadataType: unique symbol;

/**
 * The name of a route's metadata value, carrying the type of that value.
 *
 * Like {@link AttributeKey}, it is a plain string at run time: `const SCOPE: MetadataKey<string> = 'scope'` makes
 * `routed.getMetadata(SCOPE)` a `string | undefined`. For an untyped string, the value is `unknown`.
 */
export type MetadataKey<T> = string & { readonly [metadataType]?: T };
