import { isPlainFunction, memberOf } from '@mortise/base';

/** Returns the hint for a function that was added instead of the middleware that it creates: `app.add(cors)`. */
export function lineOfUncalled(error: Error, layers: readonly unknown[]): string | null {
  const [, layer] = /^middleware "(\w+)"/.exec(error.message) ?? [];
  const result = layer && memberOf(error, 'value');
  const isCreated = typeof result === 'function' || memberOf(result, 'process') !== undefined;
  // Or it refused the request, which it took for its options.
  const name = isCreated ? layer : String(memberOf(error, 'option')).split('.')[0];
  return layers.some((each) => isPlainFunction(each) && each.name === name)
    ? `write ${name}(...) instead of ${name}: it returns the middleware`
    : null;
}
