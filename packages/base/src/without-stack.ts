/**
 * Creates an error whose stack is only its name and message, for errors that clients cause, such as a 404, which no
 * place in the code explains. Capturing a stack takes almost half of the time of such a response (6 of 13 µs).
 */
export function withoutStack<E extends Error>(make: () => E): E {
  const Limited: { readonly prototype: Error; stackTraceLimit?: number | undefined } = Error;
  const limit = Limited.stackTraceLimit;
  try {
    // With 0, V8 stores an empty stack, which takes longer than setting a string (350 instead of 250 ns).
    Limited.stackTraceLimit = undefined;
  } catch {
    // A frozen `Error` keeps its limit. (`Reflect.set` would report that, but takes 40 ns.)
    return make();
  }
  try {
    const error = make();
    error.stack = `${error.name}: ${error.message}`;
    return error;
  } finally {
    Limited.stackTraceLimit = limit;
  }
}
