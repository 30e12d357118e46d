import { INNER } from '@mortise/base/message';

/** Returns the middleware that middleware such as that of `underPath` runs; otherwise the same. */
export function innermost(middleware: object): object {
  let found = middleware;
  while (INNER in found) found = found[INNER] as object;
  return found;
}

/** Returns the method that an object has as middleware of variant B, or of variant A. */
export function codeOf(middleware: object): unknown {
  const process: unknown = Reflect.get(middleware, 'process');
  return process ?? Reflect.get(middleware, 'invoke');
}
