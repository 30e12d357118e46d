import type { AttributeKey, UriInterface } from '@mortise/http-message';
import type { UrlValues } from './view-helpers.js';

/** The part of a route parser that templates need. */
export interface RouteUrls {
  urlFor(route: string, values?: UrlValues, query?: UrlValues): string;
  relativeUrlFor(route: string, values?: UrlValues, query?: UrlValues): string;
  fullUrlFor(uri: UriInterface, route: string, values?: UrlValues, query?: UrlValues): string;
}

/** The part of an application's route context that templates need. */
export interface RoutesOfRequest {
  readonly collector: { getRouteParser(): RouteUrls; getBasePath(): string };
}

/** The part of a session that templates need. */
export interface SessionOfRequest {
  readonly flash: {
    getMessages(): Readonly<Record<string, readonly unknown[]>>;
    getMessage(key: string): readonly unknown[] | null;
  };
}

/** The part of a CSRF token that templates need. */
export interface CsrfOfRequest {
  getTokenNameKey(): string;
  getTokenValueKey(): string;
  getTokenName(): string;
  getTokenValue(): string;
}

// Keys are strings, so that this package and those that set the attributes need not import each other.

/** `ROUTE_CONTEXT` of `@mortise/app`: set before any layer runs. */
export const ROUTES: AttributeKey<RoutesOfRequest> = '__routeContext__';

/** `SESSION` of `@mortise/session`. */
export const SESSION: AttributeKey<SessionOfRequest> = 'mortise.session';

/** `CSRF` of `@mortise/csrf`. */
export const CSRF: AttributeKey<CsrfOfRequest> = 'mortise.csrf';

/** `CSP_NONCE` of `@mortise/secure-headers`. */
export const CSP_NONCE: AttributeKey<{ readonly value: string }> = 'mortise.csp-nonce';
