/** Exists in the type only: it carries `T` through {@link MetadataKey}. */
declare const metadataType: unique symbol;

/**
 * The name of a fact about a route, with the type of its value.
 *
 * Like {@link AttributeKey}, it is a string at run time: `const SCOPE: MetadataKey<string> = 'scope'`
 * makes `routed.getMetadata(SCOPE)` a `string | undefined`. A plain string is a key of `unknown`.
 */
export type MetadataKey<T> = string & { readonly [metadataType]?: T };
