import type {
  AttributeKey,
  HttpFactoriesInterface,
  RoutedInterface,
  UnparsedBodyListener,
} from '@mortise/http-message';
import type {
  CspNonceReading,
  CsrfReading,
  RoutesReading,
  SessionReading,
} from './key-readings.js';

// Values of a request's lifetime: shared by all copies of the request.

/** The factories with which the request was created, or those of the application that handles it. */
export const FACTORIES: AttributeKey<HttpFactoriesInterface> = 'mortise.factories';

/**
 * The result of routing, for adapters and add-ons: a value of the lifetime, set for every outcome; `null` or absent before
 * routing. With nested applications, it is the innermost one's, except for one that renders an error page; {@link ROUTES}
 * is the attribute of each.
 */
export const ROUTED: AttributeKey<RoutedInterface | null> = 'mortise.routed';

/**
 * Called by `getParsedBody` while the parsed body is unset. In development an application sets a listener that warns of a
 * missing body parser; a body parser replaces it with `null` before it parses.
 */
export const UNPARSED_BODY: AttributeKey<UnparsedBodyListener | null> = 'mortise.unparsed-body';

/**
 * Form files replaced by a later file with the same name; absent if there are none. As in PHP, only the last one is
 * among the uploaded files. The list has the first part of the name of each replaced file, in order: `['cover']` for two
 * files named `cover`.
 */
export const REPLACED_FILES: AttributeKey<readonly string[]> = 'mortise.replaced-files';

/** `true` once the nonce of the request was read: a response with a nonce must not be stored. */
export const CSP_NONCE_USED: AttributeKey<boolean> = 'mortise.csp-nonce-used';

/** What the response to an error depends on. */
export interface ErrorMarks {
  /** Names of request headers, for `Vary`. */
  readonly vary: readonly string[];
  /** Whether it is for one user: it gets `Cache-Control: private, no-cache` unless it has that header. */
  readonly isPrivate: boolean;
}

/** The marks set with `markErrors` from `/message` by layers that errors pass through; absent if none. */
export const ERROR_MARKS: AttributeKey<ErrorMarks> = 'mortise.error-marks';

/**
 * `true` once a layer has found that no page from another site triggered the request, or that its method is safe. What
 * reads credentials that browsers send on their own, such as a cookie, requires it.
 */
export const CROSS_ORIGIN_CHECKED: AttributeKey<boolean> = 'mortise.cross-origin-checked';

/** The trace of the request's span: 32 hexadecimal digits, absent if the request is not traced. */
export const TRACE_ID: AttributeKey<string> = 'mortise.trace-id';

// Attributes. Each has the type that readers need; its owner exports it with the whole type.

/**
 * The routes of the application that handles the request, and its result of routing: an attribute, set before any layer
 * runs. `ROUTE_CONTEXT` from `@mortise/app` is the same attribute, fully typed.
 */
export const ROUTES: AttributeKey<RoutesReading> = '__routeContext__';

/** The session, set by `session` and `cookieSession`. */
export const SESSION: AttributeKey<SessionReading> = 'mortise.session';

/** The token for forms, set by `csrfTokens`. */
export const CSRF: AttributeKey<CsrfReading> = 'mortise.csrf';

/** The nonce of the content security policy, set by `secureHeaders`. */
export const CSP_NONCE: AttributeKey<CspNonceReading> = 'mortise.csp-nonce';

export type {
  CspNonceReading,
  CsrfReading,
  FlashReading,
  RoutesReading,
  SessionReading,
  UrlReading,
} from './key-readings.js';
export { REQUEST_CONTEXT, TRAILERS } from './symbols.js';
