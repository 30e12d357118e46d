import { describe, expect, it } from '@jest/globals';
import { errorOf } from '../test/error-of.js';
import type { Route } from './contract.js';
import { Router } from './router.js';

describe('Route.rename', () => {
  it('names a route, replacing its previous name', () => {
    const { router, routes } = named('a');
    routes[0]?.rename('b');
    expect([routes[0]?.name, router.urlFor('b')]).toEqual(['b', '/0']);
    expect([router.named('b'), router.named('a')]).toEqual([routes[0], null]);
    expect(errorOf(() => router.urlFor('a')).code).toBe('ROUTE_NAME_UNKNOWN');
  });

  it('resolves a name of two routes to the first registered, in whichever order they were named', () => {
    const { router, routes } = named('a', 'b', 'a');
    expect(router.urlFor('a')).toBe('/0');
    routes[1]?.rename('c');
    routes[0]?.rename('c');
    expect(router.urlFor('c')).toBe('/0');
  });

  it('resolves a name to the next route that has it when the first is renamed', () => {
    const { router, routes } = named('a', 'x', 'a');
    routes[0]?.rename('b');
    expect(router.urlFor('a')).toBe('/2');
  });

  it('accepts an existing name, which options refuse', () => {
    const { router } = named('a');
    expect(errorOf(() => router.get('/b', null, { name: 'a' })).code).toBe('ROUTE_NAME_TAKEN');
  });

  it('refuses in options a name that another method of the same pattern has', () => {
    const { router } = named('a');
    expect(errorOf(() => router.post('/0', null, { name: 'a' })).code).toBe('ROUTE_NAME_TAKEN');
  });
});

/** A router whose routes `/0`, `/1`, ... got these names. */
function named(...names: string[]): { router: Router<null>; routes: Route<null>[] } {
  const router = new Router<null>();
  const routes = names.map((name, i) => {
    const route = router.get(`/${i}`, null);
    route.rename(name);
    return route;
  });
  return { router, routes };
}
