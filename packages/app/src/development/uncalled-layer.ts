import { isPlainFunction, memberOf } from '@mortise/base';

/** Returns the hint for a function that was added instead of the middleware that it creates: `app.add(cors)`. */
export function lineOfUncalled(error: Error, layers: readonly unknown[]): string | null {
  const [, returning] = /^middleware "(\w+)"/.exec(error.message) ?? [];
  const result = returning === undefined ? undefined : memberOf(error, 'value');
  const isCreated = typeof result === 'function' || memberOf(result, 'process') !== undefined;
  // Or it refused the request, which it took for its options.
  const name = isCreated ? returning : String(memberOf(error, 'option')).split('.')[0];
  return layers.some((layer) => isPlainFunction(layer) && layer.name === name)
    ? `write ${name}(...) instead of ${name}: the function returns the middleware`
    : null;
}
