/** Exists only in the type: it carries `T` through {@link AttributeKey}. */
declare const attributeType: unique symbol;

/**
 * The name of a request attribute, with the type of its value.
 *
 * It is a string at run time and needs no code: `const USER: AttributeKey<User> = 'user'` makes
 * `request.getAttribute(USER)` a `User | undefined`. A plain string is a key of `unknown`.
 */
export type AttributeKey<T> = string & { readonly [attributeType]?: T };
