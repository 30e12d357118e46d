import type { AttributeKey, UriInterface } from '@mortise/http-message';

/** Values of placeholders, or of a query, by name. */
type UrlValues = Readonly<Record<string, unknown>>;

/** The URLs of routes: the part of a route parser that templates need. */
export interface UrlReading {
  urlFor(route: string, values?: UrlValues, query?: UrlValues): string;
  relativeUrlFor(route: string, values?: UrlValues, query?: UrlValues): string;
  fullUrlFor(uri: UriInterface, route: string, values?: UrlValues, query?: UrlValues): string;
}

/** The context of routing, for readers: `RouteContext` from `@mortise/app`. */
export interface RoutesReading {
  readonly collector: {
    getRouteParser(): UrlReading;
    getBasePath(): string;
    /** @param path of a request, in any encoding @returns the methods of its routes; `[]` if none matches */
    methodsFor(path: string): readonly string[];
    /** @param path of a request, in any encoding @returns as routes and guards compare it; `null` if it has no such form */
    canonicalPath(path: string): string | null;
  };
}

/** A session, for readers: `SessionInterface` from `@mortise/session`. */
export interface SessionReading {
  /** @returns `undefined` if the key is absent */
  get<T>(key: AttributeKey<T>): T | undefined;

  /** Messages for the next page. */
  readonly flash: FlashReading;
}

/** Flash messages, for readers: `FlashInterface` from `@mortise/session`. */
export interface FlashReading {
  /** @returns all messages by key, an object with a null prototype; `{}` if there are none. They are marked as read. */
  getMessages(): Readonly<Record<string, readonly unknown[]>>;

  /** @returns the messages of a key in order; `null` if there are none. They are marked as read. */
  getMessage(key: string): readonly unknown[] | null;
}

/** The token of a request, for readers: `CsrfInterface` from `@mortise/csrf`. */
export interface CsrfReading {
  /** Name of the form's field for the name: `csrf_name`. */
  getTokenNameKey(): string;

  /** Name of the form's field for the value: `csrf_value`. */
  getTokenValueKey(): string;

  /** Value of the first field: the prefix. */
  getTokenName(): string;

  /** Value of the second field, the same for the whole request. The first call stores it, or its secret, in the session. */
  getTokenValue(): string;
}

/** The nonce of a request, for readers: `CspNonce` from `@mortise/secure-headers`. */
export interface CspNonceReading {
  /** For the attribute `nonce` of `<script>`, `<style>` and `<link>`: base64, always the same. */
  readonly value: string;
}
