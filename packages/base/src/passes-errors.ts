const PASSES_ERRORS: unique symbol = Symbol.for('@mortise/passes-errors');

/**
 * Marks middleware that neither catches nor reads the errors of its handler. An application then passes it
 * the response to a request without a route. Other middleware gets an exception, which is expensive.
 *
 * @param middleware an object with `process`, its prototype, or a function; changed in place
 * @returns the same value
 * @see MiddlewareInterface of `@mortise/http-message`
 */
export function markPassesErrors<M extends object>(middleware: M): M {
  return Object.defineProperty(middleware, PASSES_ERRORS, { value: true });
}

/** Whether middleware is marked by {@link markPassesErrors}. The symbol is registered: copies of this package share it. */
export function passesErrors(middleware: unknown): boolean {
  return (Object(middleware) as { readonly [PASSES_ERRORS]?: unknown })[PASSES_ERRORS] === true;
}
