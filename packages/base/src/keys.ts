import type {
  AttributeKey,
  HttpFactoriesInterface,
  RoutedInterface,
  UnparsedBodyListener,
} from '@mortise/http-message';
import type {
  CspNonceReading,
  CsrfReading,
  RepeatedNamesReading,
  RoutesReading,
  SessionReading,
} from './key-readings.js';

// Values of a request's lifetime: shared by all copies of the request.

/** The factories with which the request was created, or those of the application that handles it. */
export const FACTORIES: AttributeKey<HttpFactoriesInterface> = 'mortise.factories';

/**
 * The routing result, for adapters and add-ons: a value of the lifetime, set for every outcome; `null` or absent before
 * routing. With nested applications, it is the result of the innermost one, unless that one renders an error page; the
 * attribute {@link ROUTES} has the result of each application.
 */
export const ROUTED: AttributeKey<RoutedInterface | null> = 'mortise.routed';

/**
 * Called by `getParsedBody` while the parsed body is unset. In development, an application sets a listener that warns
 * about a missing body parser; body parsers replace it with `null` before they parse.
 */
export const UNPARSED_BODY: AttributeKey<UnparsedBodyListener | null> = 'mortise.unparsed-body';

/**
 * The repeated names of the form that was last parsed for the request. As in PHP, `getParsedBody` and
 * `getUploadedFiles` have the last value of each.
 */
export const REPEATED_NAMES: AttributeKey<RepeatedNamesReading> = 'mortise.repeated-names';

/** `true` once the request's nonce has been read, because a response with a nonce must not be stored. */
export const CSP_NONCE_USED: AttributeKey<boolean> = 'mortise.csp-nonce-used';

/** `true` once the request has read a flash message, which only its own response shows. */
export const FLASH_SHOWN: AttributeKey<boolean> = 'mortise.flash-shown';

/** Whether a `cors` layer has decided about the response; `undefined` if the request has passed no such layer. */
export const CORS_DECIDED: AttributeKey<boolean> = 'mortise.cors-decided';

/** What the response to a request depends on, and the cookies of the response to an error. */
export interface ResponseMarks {
  /** Names of request headers to add to `Vary`. */
  readonly vary: readonly string[];
  /** Whether it is for one user: it then gets `Cache-Control: private, no-cache`; to its own, `private` is added. */
  readonly isPrivate: boolean;
  /** Values of `Set-Cookie`, by cookie name; the response then gets `Cache-Control: private, no-store`. */
  readonly cookies?: ReadonlyMap<string, string>;
}

/** What layers have noted with `markResponse`; absent if nothing is. */
export const RESPONSE_MARKS: AttributeKey<ResponseMarks> = 'mortise.response-marks';

/**
 * `true` once middleware has found that no page from another site triggered the request, or that its method is safe.
 * Code that reads credentials which browsers send automatically, such as cookies, requires it.
 */
export const CROSS_ORIGIN_CHECKED: AttributeKey<boolean> = 'mortise.cross-origin-checked';

/**
 * Called by an authentication layer for a request without a user. Middleware that can respond without calling its
 * handler sets it, because authentication inside it does not protect those responses.
 */
export const AUTHENTICATES: AttributeKey<() => void> = 'mortise.authenticates';

/** The last error of the request that was logged and passed to `onError`: neither happens to it again. */
export const REPORTED_ERROR: AttributeKey<unknown> = 'mortise.reported-error';

/** The trace id of the request's span, 32 hexadecimal digits; absent if the request is not traced. */
export const TRACE_ID: AttributeKey<string> = 'mortise.trace-id';

/** `false` if the trace of {@link TRACE_ID} is not sampled: no tool can show it. */
export const TRACE_SAMPLED: AttributeKey<boolean> = 'mortise.trace-sampled';

// Attributes. Each has the type that other packages need; its owner exports it with the full type.

/**
 * The routes of the application that handles the request, and its routing result: an attribute, set before any
 * middleware runs. `ROUTE_CONTEXT` from `@mortise/app` is the same attribute, fully typed.
 */
export const ROUTES: AttributeKey<RoutesReading> = '__routeContext__';

/**
 * The paths that precede the patterns of the application that handles the request: the adapter's `basePath`, then the
 * base path and prefix of each mount that changed the path, such as `/base/admin`. Absent for the root. It contains no
 * part that a client, or an outer application or proxy, chooses.
 */
export const MOUNTED_AT: AttributeKey<string> = 'mortise.mounted-at';

/** The session, set by `session` and `cookieSession`. */
export const SESSION: AttributeKey<SessionReading> = 'mortise.session';

/** The token for forms, set by `csrfTokens`. */
export const CSRF: AttributeKey<CsrfReading> = 'mortise.csrf';

/** The nonce of the Content Security Policy, set by `secureHeaders`. */
export const CSP_NONCE: AttributeKey<CspNonceReading> = 'mortise.csp-nonce';

export type {
  CspNonceReading,
  CsrfReading,
  FlashReading,
  RepeatedName,
  RepeatedNamesReading,
  RoutesReading,
  SessionReading,
  UrlReading,
} from './key-readings.js';
export { REQUEST_CONTEXT, TRAILERS } from './symbols.js';
