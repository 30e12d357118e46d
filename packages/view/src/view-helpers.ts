import type { UriInterface } from '@mortise/http-message';

/** Values of placeholders, or of a query, by name. */
export type UrlValues = Readonly<Record<string, unknown>>;

/** A hidden field of a form. */
export interface FormField {
  readonly name: string;
  readonly value: string;
}

/**
 * Functions for templates: those of Twig-View, each under a modern name and its original one, and those of the `helpers`
 * option. They return unescaped text, and need not be called as methods. Those of URLs and forms throw {@link ViewError}
 * `VIEW_CONTEXT_MISSING` if the page is rendered without a request, or outside what they read.
 */
export interface ViewHelpers {
  /**
   * Returns the path of a route by its name, below the base path.
   *
   * @param values of the placeholders by name; others are ignored
   * @param query nested as in PHP: `a[b]=c`; default none
   * @throws the route parser's error for an unknown name, or a value that is missing or does not match
   */
  readonly urlFor: (route: string, values?: UrlValues, query?: UrlValues) => string;

  /** Like {@link urlFor}, with the scheme and authority of the request. */
  readonly fullUrlFor: (route: string, values?: UrlValues, query?: UrlValues) => string;

  /** Like {@link urlFor}, without the base path. */
  readonly relativeUrlFor: (route: string, values?: UrlValues, query?: UrlValues) => string;

  /** Whether the path of the request is that of a route, however it is encoded. The query is ignored. */
  readonly isCurrentUrl: (route: string, values?: UrlValues) => boolean;

  /**
   * Returns the path of the request with its base path, percent-encoded. It never begins with `//`, which browsers would
   * read as another host.
   *
   * @param withQuery default `false`
   */
  readonly currentUrl: (withQuery?: boolean) => string;

  /** Returns the URI of the request. */
  readonly getUri: () => UriInterface;

  /** Returns the path under which the application is mounted, with its own prefix; `''` for the root. */
  readonly basePath: () => string;

  /** Returns the nonce for `<script nonce>` and `<style nonce>`, which `secureHeaders` creates; `''` without one. */
  readonly cspNonce: () => string;

  /**
   * Returns flash messages, which are then marked as read.
   *
   * @param key default: all keys
   * @returns the messages of a key in order, `[]` if there are none; without a key all messages by key, an object with a
   *   null prototype
   */
  readonly flash: {
    (key: string): readonly unknown[];
    (): Readonly<Record<string, readonly unknown[]>>;
  };

  /**
   * Replaces the view's layout for this page of `render`: with another template, or with none for `null`. The last call
   * wins; no effect in `fetch`. In Eta, `layout(null)` does the same.
   */
  readonly layout: (template: string | null) => void;

  /** Returns the hidden fields with the token of `csrfTokens`, in order, for one form. */
  readonly csrfFields: () => readonly FormField[];

  readonly url_for: ViewHelpers['urlFor'];
  readonly full_url_for: ViewHelpers['fullUrlFor'];
  readonly relative_url_for: ViewHelpers['relativeUrlFor'];
  readonly is_current_url: ViewHelpers['isCurrentUrl'];
  readonly current_url: ViewHelpers['currentUrl'];
  readonly get_uri: ViewHelpers['getUri'];
  readonly base_path: ViewHelpers['basePath'];
  readonly csp_nonce: ViewHelpers['cspNonce'];
  readonly csrf_fields: ViewHelpers['csrfFields'];

  /** The helpers of the `helpers` option. */
  readonly [name: string]: unknown;
}
