/**
 * Represents the nonce of the request among the sources of `default-src`, `script-src`, `script-src-elem`, `style-src` and
 * `style-src-elem`.
 */
export const NONCE = "'nonce'";

/** A source expression: `"'self'"` (with its quotes), `'https:'`, `'https://cdn.example'`, {@link NONCE}. */
export type CspSource = string;

/** Directives whose value is a list of sources. */
export interface CspSourceDirectives {
  readonly defaultSrc?: readonly CspSource[] | false;
  readonly scriptSrc?: readonly CspSource[] | false;
  readonly scriptSrcElem?: readonly CspSource[] | false;
  readonly scriptSrcAttr?: readonly CspSource[] | false;
  readonly styleSrc?: readonly CspSource[] | false;
  readonly styleSrcElem?: readonly CspSource[] | false;
  readonly styleSrcAttr?: readonly CspSource[] | false;
  readonly imgSrc?: readonly CspSource[] | false;
  readonly fontSrc?: readonly CspSource[] | false;
  readonly connectSrc?: readonly CspSource[] | false;
  readonly mediaSrc?: readonly CspSource[] | false;
  readonly objectSrc?: readonly CspSource[] | false;
  readonly frameSrc?: readonly CspSource[] | false;
  readonly childSrc?: readonly CspSource[] | false;
  readonly workerSrc?: readonly CspSource[] | false;
  readonly manifestSrc?: readonly CspSource[] | false;
  readonly baseUri?: readonly CspSource[] | false;
  readonly formAction?: readonly CspSource[] | false;
  readonly frameAncestors?: readonly CspSource[] | false;
}

/**
 * A content security policy. `false` omits a default directive.
 *
 * @see Content Security Policy Level 3, 6
 */
export interface CspDirectives extends CspSourceDirectives {
  /** Flags such as `'allow-scripts'`; `[]` allows nothing. */
  readonly sandbox?: readonly string[] | false;
  /** Absolute URLs or paths that receive reports. Prefer {@link reportTo}. */
  readonly reportUri?: readonly string[] | false;
  /** The name of an endpoint of `reportingEndpoints`. */
  readonly reportTo?: string | false;
  readonly requireTrustedTypesFor?: readonly ["'script'"] | false;
  readonly trustedTypes?: readonly string[] | false;
  /** Sent over https only. */
  readonly upgradeInsecureRequests?: boolean;
}

/** The default policy, into which your directives are merged: that of Helmet 8. */
export const DEFAULT_DIRECTIVES: CspDirectives = {
  defaultSrc: ["'self'"],
  baseUri: ["'self'"],
  fontSrc: ["'self'", 'https:', 'data:'],
  formAction: ["'self'"],
  frameAncestors: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  objectSrc: ["'none'"],
  scriptSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  styleSrc: ["'self'", 'https:', "'unsafe-inline'"],
  upgradeInsecureRequests: true,
};
