import { buildForm } from '@mortise/form-encoding';
import { type Route, Router, type RouterOptions } from '@mortise/router';
import type { RouterFactory, RouterInterface } from './router.js';

/**
 * How the stock router reads patterns and makes URLs. The types of an application do not know these
 * options: under `colonPlaceholders: false` the arguments of a callback are typed with `:name` among them.
 */
export interface StockRouterOptions extends Pick<RouterOptions, 'colonPlaceholders'> {
  /**
   * Whether values stand in URLs as they are, neither encoded nor checked against their placeholder,
   * as in Slim. Never for text of others. Default `false`.
   */
  readonly rawUrls?: boolean;
}

/** `@mortise/router` as an application sees a router. */
export function createRouter({
  rawUrls = false,
  ...options
}: StockRouterOptions = {}): RouterFactory {
  return <Handler extends object>(basePath: string): RouterInterface<Handler> => {
    const router = new Router<Handler>({ ...options, basePath });
    const routes = new Map<Handler, Route<Handler>>();
    return {
      add(methods, pattern, handler) {
        routes.set(handler, router.add(methods, pattern, handler));
      },
      dispatch(method, path) {
        const result = router.dispatch(method, path);
        // Only with the option `automaticOptions`, which is not given.
        return result.kind === 'options' ? { ...result, kind: 'method-not-allowed' } : result;
      },
      urlFor: (handler, data, query) =>
        (routes.get(handler) as Route<Handler>).url(data, {
          query: buildForm(query),
          relative: true,
          raw: rawUrls,
        }),
    };
  };
}
