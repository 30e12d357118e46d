/** Exists only at type level: carries `T` through {@link AttributeKey}. */
declare const attributeType: unique symbol;

/**
 * The name of a request attribute, carrying the type of its value.
 *
 * At run time it is a plain string: `const USER: AttributeKey<User> = 'app.user'` makes `request.getAttribute(USER)` a
 * `User | undefined`. For an untyped string, the value is `unknown`.
 */
export type AttributeKey<T> = string & { readonly [attributeType]?: T };
