/**
 * The routers, each loaded by `async () => build`, where `build(routes)` returns `(method, path) => index`
 * of the route, or -1 if none matches.
 *
 * Every argument is read by name, so that all do the same work.
 */
import { createRequire } from 'node:module';
import { namesOf } from './tables.js';

const require = createRequire(import.meta.url);

/** Stores what is read, so that the compiler does not remove the reads. */
export const sink = { count: 0 };

export const contestants = {
  mortise: async () => {
    const { Router } = await import('@mortise/router');
    return (routes) => {
      const router = new Router();
      each(routes, (method, pattern, store) => router.add(method, pattern, store));
      return (method, path) => {
        const result = router.dispatch(method, path);
        return result.kind === 'found' ? read(result.handler, result.args) : -1;
      };
    };
  },
  memoirist: async () => {
    const { Memoirist } = await import('memoirist');
    return (routes) => {
      const router = new Memoirist();
      each(routes, (method, pattern, store) => router.add(method, pattern, store));
      return (method, path) => {
        const found = router.find(method, path);
        return found === null ? -1 : read(found.store, found.params);
      };
    };
  },
  '@medley/router': async () => {
    const Medley = require('@medley/router');
    return (routes) => {
      const router = new Medley();
      each(routes, (method, pattern, store) => {
        router.register(pattern)[method] = store;
      });
      return (method, path) => {
        const found = router.find(path);
        const store = found?.store[method];
        return store === undefined ? -1 : read(store, found.params);
      };
    };
  },
  'find-my-way': async () => {
    return (routes) => {
      const router = require('find-my-way')();
      each(routes, (method, pattern, store) => router.on(method, pattern, () => {}, store));
      return (method, path) => {
        const found = router.find(method, path);
        return found === null ? -1 : read(found.store, found.params);
      };
    };
  },
  rou3: async () => {
    const { createRouter, addRoute, findRoute } = await import('rou3');
    return (routes) => {
      const router = createRouter();
      each(routes, (method, pattern, store) => addRoute(router, method, pattern, store));
      return (method, path) => {
        const found = findRoute(router, method, path);
        return found === undefined ? -1 : read(found.data, found.params);
      };
    };
  },
  'hono (smart)': async () => {
    const { RegExpRouter } = await import('hono/router/reg-exp-router');
    const { SmartRouter } = await import('hono/router/smart-router');
    const { TrieRouter } = await import('hono/router/trie-router');
    return (routes) => {
      const router = new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] });
      each(routes, (method, pattern, store) => router.add(method, pattern, store));
      return (method, path) => {
        const [handlers, captured] = router.match(method, path);
        if (handlers.length === 0) return -1;
        const [store, args] = handlers[0];
        for (const name of store.names) {
          sink.count += (captured === undefined ? args[name] : captured[args[name]]).length;
        }
        return store.index;
      };
    };
  },
};

function each(routes, add) {
  for (const [index, [method, pattern]] of routes.entries()) {
    add(method, pattern, { index, names: namesOf(pattern) });
  }
}

function read({ index, names }, args) {
  for (let i = 0; i < names.length; i++) sink.count += args[names[i]].length;
  return index;
}
