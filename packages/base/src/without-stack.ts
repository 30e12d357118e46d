/**
 * Creates an error whose stack is only its name and message: for what clients cause, such as a 404, which belongs to no place
 * in the code. Capturing a stack costs more than the rest of such a response (6 µs of 13).
 */
export function withoutStack<E extends Error>(make: () => E): E {
  const Limited: { readonly prototype: Error; stackTraceLimit?: number | undefined } = Error;
  const limit = Limited.stackTraceLimit;
  try {
    // With 0, V8 stores an empty stack, which takes longer than setting a string (350 and 250 ns).
    Limited.stackTraceLimit = undefined;
  } catch {
    // A frozen `Error` keeps its limit. (`Reflect.set` would tell, but takes 40 ns.)
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
