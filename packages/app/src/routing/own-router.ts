import { ensure } from '@mortise/base/options';
import type { RouterInterface, RouterRoute } from './router-contract.js';

const UNROUTED: readonly unknown[] = ['not-found', 'method-not-allowed'];
const RESULT =
  'a result with the kind "found", "method-not-allowed" or "not-found"; with "found", the handler that add() received, and args';

/**
 * Checks what another router returns, because the application would fail far from the mistake, or respond with 404.
 *
 * @throws {OptionError} from `add` and `dispatch`
 */
export function ownRouter<H>(router: RouterInterface<H>, path: string): RouterInterface<H> {
  const handlers = new Set<unknown>();
  return {
    add(...given) {
      const route = router.add(...given);
      const isRoute = typeof (Object(route) as RouterRoute).url === 'function';
      ensure(isRoute, `${path}.add`, route, 'a function that returns the route, with url()');
      handlers.add(given[2]);
      return route;
    },
    dispatch(...given) {
      const result = router.dispatch(...given);
      const { kind, handler, args } = Object(result) as Readonly<Record<string, unknown>>;
      const isFound = kind === 'found' && handlers.has(handler) && Object(args) === args;
      ensure(isFound || UNROUTED.includes(kind), `${path}.dispatch`, result, RESULT);
      return result;
    },
    mount: (to) => {
      router.mount(to);
    },
    routes: () => router.routes(),
    named: (name) => router.named(name),
    methodsFor: (to) => router.methodsFor(to),
    ...(router.explain && { explain: (...given) => router.explain?.(...given) ?? [] }),
  };
}
