import type { UriInterface } from '@mortise/http-message';

/** Placeholder values, or query parameters, by name. */
export type UrlValues = Readonly<Record<string, unknown>>;

/** A hidden field of a form. */
export interface FormField {
  readonly name: string;
  readonly value: string;
}

/** Hidden fields of a form. */
export interface FormFields extends ReadonlyArray<FormField> {
  /** Returns HTML: `<%~ view.csrfFields() %>` writes the fields. */
  toString(): string;
}

/**
 * Functions for templates: those of Twig-View, each under a camel-case name and its original one, and those of the
 * `helpers` option. They return unescaped text, and do not depend on `this`. Functions for URLs and forms throw
 * {@link ViewError} `VIEW_CONTEXT_MISSING` if there is no request, or no application or layer has attached what they
 * read.
 */
export interface ViewHelpers {
  /**
   * Returns the path of a route by its name, including the base path.
   *
   * @param values placeholder values by name; others are ignored
   * @param query parameters by name, which can be nested as in PHP: `a[b]=c`; default: none
   * @throws the route parser's error for an unknown name, or a value that is missing or does not match
   */
  readonly urlFor: (route: string, values?: UrlValues, query?: UrlValues) => string;

  /** Like {@link urlFor}, with the scheme and authority of the request. */
  readonly fullUrlFor: (route: string, values?: UrlValues, query?: UrlValues) => string;

  /** Like {@link urlFor}, without the base path. */
  readonly relativeUrlFor: (route: string, values?: UrlValues, query?: UrlValues) => string;

  /** Whether the path of the request is that of a route, in any encoding. Ignores the query. */
  readonly isCurrentUrl: (route: string, values?: UrlValues) => boolean;

  /**
   * Returns the path of the request, including its base path, percent-encoded. It never begins with `//`, which
   * browsers would read as another host.
   *
   * @param withQuery default `false`
   */
  readonly currentUrl: (withQuery?: boolean) => string;

  /** Returns the URI of the request. */
  readonly getUri: () => UriInterface;

  /** Returns the path where the application is mounted, followed by its own base path; `''` for the root. */
  readonly basePath: () => string;

  /** Returns the nonce for `<script nonce>` and `<style nonce>` that `secureHeaders` created; `''` without one. */
  readonly cspNonce: () => string;

  /**
   * Returns flash messages, and marks them as read.
   *
   * @param key default: all keys
   * @returns the messages of a key in order, `[]` if there are none; without a key, all messages by key, in an object
   *   with a null prototype
   */
  readonly flash: {
    (key: string): readonly unknown[];
    (): Readonly<Record<string, readonly unknown[]>>;
  };

  /**
   * Replaces the view's layout for the page that `render` is rendering: with another template, or with none if `null`.
   * The last call wins. Has no effect in `fetch`. In Eta, `layout(null)` does the same.
   */
  readonly layout: (template: string | null) => void;

  /** Returns the two hidden fields for the token of `csrfTokens`: its name, then its value. For one form. */
  readonly csrfFields: () => FormFields;

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
