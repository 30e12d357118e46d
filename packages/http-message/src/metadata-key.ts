/** Exists only in the type: it carries `T` through {@link MetadataKey}. */
declare const metadataType: unique symbol;

/**
 * The name of a metadata value of a route, with the type of the value.
 *
 * Like {@link AttributeKey}, it is a string at run time: `const SCOPE: MetadataKey<string> = 'scope'`
 * makes `routed.getMetadata(SCOPE)` a `string | undefined`. A plain string is a key of `unknown`.
 */
export type MetadataKey<T> = string & { readonly [metadataType]?: T };
