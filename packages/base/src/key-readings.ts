import type { AttributeKey, UploadedFileInterface, UriInterface } from '@mortise/http-message';

/** Values of placeholders or of a query, keyed by name. */
type UrlValues = Readonly<Record<string, unknown>>;

/** The URLs of routes: the part of a route parser that templates need. */
export interface UrlReading {
  urlFor(route: string, values?: UrlValues, query?: UrlValues): string;
  relativeUrlFor(route: string, values?: UrlValues, query?: UrlValues): string;
  fullUrlFor(uri: UriInterface, route: string, values?: UrlValues, query?: UrlValues): string;
}

/** The part of the routing context that other packages read; fully typed, it is `RouteContext` from `@mortise/app`. */
export interface RoutesReading {
  readonly collector: {
    /** Whether the application reports mistakes of developers: its option `development`. */
    readonly development: boolean;
    getRouteParser(): UrlReading;
    getBasePath(): string;
    /** Returns the methods of the routes that match a path, in any encoding; `[]` if none matches. */
    methodsFor(path: string): readonly string[];
    /** Returns a path, in any encoding, in the form that routes and guards compare; `null` if it has no such form. */
    canonicalPath(path: string): string | null;
  };
}

/** The part of a session that other packages read; fully typed, it is `SessionInterface` from `@mortise/session`. */
export interface SessionReading {
  /** @returns `undefined` if the key is absent */
  get<T>(key: AttributeKey<T>): T | undefined;

  /** Messages for the next page. */
  readonly flash: FlashReading;
}

/** The part of flash messages that other packages read; fully typed, `FlashInterface` from `@mortise/session`. */
export interface FlashReading {
  /**
   * @returns all messages, grouped by key in an object with a null prototype; `{}` if there are none. They are marked
   *   as read.
   */
  getMessages(): Readonly<Record<string, readonly unknown[]>>;

  /** @returns the messages of a key in order; `null` if there are none. They are marked as read. */
  getMessage(key: string): readonly unknown[] | null;
}

/** The part of a request's token that other packages read; fully typed, it is `CsrfInterface` from `@mortise/csrf`. */
export interface CsrfReading {
  /** The name of the form field for the token's name: `csrf_name`. */
  getTokenNameKey(): string;

  /** The name of the form field for the token's value: `csrf_value`. */
  getTokenValueKey(): string;

  /** The value of the first field: the prefix (`csrf`). */
  getTokenName(): string;

  /**
   * The value of the second field, the same for the whole request. The first call stores it, or its secret, in the
   * session.
   */
  getTokenValue(): string;
}

/**
 * The part of a request's nonce that other packages read; fully typed, it is `CspNonce` from `@mortise/secure-headers`.
 */
export interface CspNonceReading {
  /** The value for the `nonce` attribute of `<script>`, `<style>` and `<link>`: base64, the same on every read. */
  readonly value: string;
}

/** A name that a form or query contains more than once. */
export interface RepeatedName<Value> {
  /** `a[b]` is `['a', 'b']`. */
  readonly path: readonly string[];

  /** At least two values, in the order sent. */
  readonly values: readonly Value[];
}

/** The repeated names of a form, found on demand. */
export interface RepeatedNamesReading {
  /** Returns the repeated names of fields; `[]` if there are none. */
  fields(): readonly RepeatedName<string>[];

  /** Returns the repeated names of files, including files that were not chosen; `[]` if there are none. */
  files(): readonly RepeatedName<UploadedFileInterface>[];
}
