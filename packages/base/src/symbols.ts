/*
 * Registered symbols: all copies of a package, such as its ES module and its CommonJS module, share them.
 */

/** The member of a class that holds its brand. */
export const BRAND: unique symbol = Symbol.for('@mortise/base/brand');

/** Marks errors whose text is safe to show to clients: put it on the prototype of an error class. */
export const HTTP_ERROR: unique symbol = Symbol.for('@mortise/http-error');

/** Marks errors that every request gets until an outage ends: an application logs one such error per minute. */
export const OUTAGE: unique symbol = Symbol.for('@mortise/outage');

/** The member of a request, and of its source, that states whether it certainly has no body: see {@link isBodiless}. */
export const BODILESS: unique symbol = Symbol.for('@mortise/base/bodiless');

/**
 * The member with which a request returns the scheme of its URI without creating the URI: see {@link requestScheme}.
 */
export const REQUEST_SCHEME: unique symbol = Symbol.for('@mortise/base/request-scheme');

/**
 * The member with which a request returns its client's address without creating the server parameters: see
 * {@link remoteAddress}.
 */
export const REMOTE_ADDRESS: unique symbol = Symbol.for('@mortise/base/remote-address');

/** The member with which a request returns its path without creating a URI: see {@link receivedPath}. */
export const RECEIVED_PATH: unique symbol = Symbol.for('@mortise/base/received-path');

/** The member with which a request replaces its URI and keeps its target: see {@link withUriKeepingTarget}. */
export const KEEP_TARGET: unique symbol = Symbol.for('@mortise/base/keep-target');

/** The member with which a message sets several headers with one copy: see {@link withHeaders}. */
export const WITH_HEADERS: unique symbol = Symbol.for('@mortise/base/with-headers');

/**
 * The member of a body, and of its source, that states whether it is small: the client declared a length of a few
 * kilobytes, and the platform reads such a body with one call.
 */
export const SMALL_BODY: unique symbol = Symbol.for('@mortise/base/small-body');

/**
 * The member with which a body lends its source to the adapter that sends it; returns `null` if anything was read, or
 * the body is closed. The body stays open: closing it cancels the source.
 *
 * A body that wraps another one must not have it, because its bytes can differ from those of the source.
 */
export const LENT_SOURCE: unique symbol = Symbol.for('@mortise/base/lent-source');

/**
 * The member with which an in-memory body accepts text without counting its bytes, as `write` has to: the adapter that
 * sends a short response counts them anyway.
 */
export const WRITE_TEXT: unique symbol = Symbol.for('@mortise/base/write-text');

/**
 * The member of a request's lifetime that holds the adapter's handler timer. With `@mortise/node`, it is the whole
 * exchange, through which Connect-style middleware finds Node's request.
 */
export const HANDLER_TIMER: unique symbol = Symbol.for('@mortise/base/handler-timer');

/**
 * The member of a body by which an adapter recognizes an upgrade, because middleware that changes headers keeps the
 * body.
 */
export const UPGRADE: unique symbol = Symbol.for('@mortise/upgrade');

/** The member of a body that holds its trailers, for the Node adapter. */
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

/** The member of a response, and of its body, that says to which request it belongs: see {@link isKept}. */
export const KEPT_RESPONSE: unique symbol = Symbol.for('@mortise/base/kept-response');

/** The member of a response that says whether its `Content-Type` is the one that it began with: see {@link withType}. */
export const PRESET_TYPE: unique symbol = Symbol.for('@mortise/base/preset-type');

/** The member of middleware that runs another one: the middleware whose code can contain a mistake. */
export const INNER: unique symbol = Symbol.for('@mortise/base/inner-middleware');

/** The member of a body that says that its application is in development, because a response does not. */
export const NOTED_BODY: unique symbol = Symbol.for('@mortise/base/noted-body');

/** The member of a streamed body that says to which request it belongs: see {@link claimBody}. */
export const BODY_OWNER: unique symbol = Symbol.for('@mortise/base/body-owner');

/** The member of a source that says whether a body reads it: see {@link claimSource}. */
export const SOURCE_TAKEN: unique symbol = Symbol.for('@mortise/base/source-taken');

/**
 * The method of an application that adds to the number of its open servers, with those of the applications that mount it,
 * and returns that number: the last server that closes calls `close`.
 */
export const SERVED: unique symbol = Symbol.for('@mortise/base/served');
