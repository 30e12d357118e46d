/*
 * The registered symbols: each copy of each package, such as its ES module and its CommonJS module, has the same ones.
 */

/** The member of a class that has its brand. */
export const BRAND: unique symbol = Symbol.for('@mortise/base/brand');

/** Marks errors whose text is safe to show to clients: put it on the prototype of an error class. */
export const HTTP_ERROR: unique symbol = Symbol.for('@mortise/http-error');

/** Marks errors that every request gets until an outage ends: an application logs one such error per minute. */
export const OUTAGE: unique symbol = Symbol.for('@mortise/outage');

/**
 * The member of a request, and of the source that it was made from, that says that it cannot have a body: see
 * {@link isBodiless}.
 */
export const BODILESS: unique symbol = Symbol.for('@mortise/base/bodiless');

/** The member by which a request gives the scheme of its URI without creating the URI: see {@link requestScheme}. */
export const REQUEST_SCHEME: unique symbol = Symbol.for('@mortise/base/request-scheme');

/** The member by which a request gives its path without making a URI: see {@link receivedPath}. */
export const RECEIVED_PATH: unique symbol = Symbol.for('@mortise/base/received-path');

/** The member by which a message gets several headers in one copy: see {@link withHeaders}. */
export const WITH_HEADERS: unique symbol = Symbol.for('@mortise/base/with-headers');

/**
 * The member of a body, and of the source that it was made from, that says that it is small: the client declared a
 * length of few kilobytes, and the platform reads such a body with one call.
 */
export const SMALL_BODY: unique symbol = Symbol.for('@mortise/base/small-body');

/**
 * The member by which a body lends the source that it was made from to the adapter that sends it; `null` if
 * anything was read, or the body is closed. The body stays open: closing it cancels the source.
 *
 * A body that wraps another does not have it: its bytes may differ from those of the source.
 */
export const LENT_SOURCE: unique symbol = Symbol.for('@mortise/base/lent-source');

/**
 * The member by which an in-memory body takes text without counting its bytes, as `write` has to: a short response is
 * counted once, by what sends it.
 */
export const WRITE_TEXT: unique symbol = Symbol.for('@mortise/base/write-text');

/**
 * The member of a request's lifetime by which an adapter says how it measures the time of the handler. With
 * `@mortise/node` it is the whole exchange, by which Connect-style middleware finds Node's request.
 */
export const HANDLER_TIMER: unique symbol = Symbol.for('@mortise/base/handler-timer');

/** The member of a body by which an adapter recognizes an upgrade: layers that change headers keep the body. */
export const UPGRADE: unique symbol = Symbol.for('@mortise/upgrade');

/** The member of a body that has trailers, for the adapter of Node. */
export const TRAILERS: unique symbol = Symbol.for('@mortise/node/trailers');

/** The member of `globalThis` with the storage of `requestContext`. */
export const REQUEST_CONTEXT: unique symbol = Symbol.for('@mortise/request-log/request-context');

/**
 * Returns the registered symbol of a brand.
 *
 * @param path of a class, the same in all copies of a package: `'@mortise/node/NodeAdapterError'`
 */
export function brandSymbol(path: string): symbol {
  return Symbol.for(path);
}
