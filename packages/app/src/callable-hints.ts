import { isThenable, memberOf, nameOfClass, quote } from '@mortise/base';

/**
 * Returns a hint for a PHP callable array, `[Home::class, 'invoke']` or `[$home, 'invoke']`; `null` for any other
 * value.
 */
export function wayOfPair(value: unknown): string | null {
  if (!Array.isArray(value)) return null;
  const [owner, method] = value as readonly unknown[];
  if (value.length > 0 && value.every((each) => Object(each) === each))
    return '; a route has one handler: write app.get(pattern, handler, { layers: [middleware] })';
  if (value.length !== 2 || typeof method !== 'string') return null;
  const name = nameOfClass(owner);
  const isOwn = typeof memberOf(owner, method) === 'function';
  const entry = isOwn || name === '' ? owner : (name ?? owner);
  if (typeof entry === 'string')
    return `; add ${entry} to the container, and write ${quote(`${entry}:${method}`)}`;
  return isOwn ? wayOfMethod(method, name) : null;
}

/** Returns a hint for a promise, such as from a container with asynchronous factories; `null` for any other value. */
export function wayOfPromise(value: unknown): string | null {
  return isThenable(value) ? '; it is a promise: await it before you add the routes' : null;
}

/** Returns a hint for an object with `invoke` or `__invoke`, which PHP could call; `''` for any other value. */
export function wayOfInvoke(value: unknown): string {
  const name = ['invoke', '__invoke'].find((each) => typeof memberOf(value, each) === 'function');
  return name === undefined ? '' : wayOfMethod(name);
}

function wayOfMethod(name: string, owner: string | null = null): string {
  return `; write (...args) => ${owner || 'object'}.${name}(...args)`;
}
