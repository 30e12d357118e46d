/**
 * A source that stands for the request's nonce, in `default-src`, `script-src`, `script-src-elem`, `style-src` and
 * `style-src-elem`.
 */
export const NONCE = "'nonce'";

/** A source expression: `"'self'"` (with its quotes), `'https:'`, `'https://cdn.example'`, {@link NONCE}. */
export type CspSource = string;

/** Directives whose value is a list of sources. */
export interface CspSourceDirectives {
  /** Sources of everything that has no directive of its own. */
  readonly defaultSrc?: readonly CspSource[] | false | undefined;
  /** Sources of scripts. */
  readonly scriptSrc?: readonly CspSource[] | false | undefined;
  /** Sources of `<script>` elements. Default: those of `scriptSrc`. */
  readonly scriptSrcElem?: readonly CspSource[] | false | undefined;
  /** Sources of inline event handlers. */
  readonly scriptSrcAttr?: readonly CspSource[] | false | undefined;
  /** Sources of styles. */
  readonly styleSrc?: readonly CspSource[] | false | undefined;
  /** Sources of `<style>` and stylesheet `<link>` elements. Default: those of `styleSrc`. */
  readonly styleSrcElem?: readonly CspSource[] | false | undefined;
  /** Sources of `style` attributes. Default: those of `styleSrc`. */
  readonly styleSrcAttr?: readonly CspSource[] | false | undefined;
  /** Sources of images. */
  readonly imgSrc?: readonly CspSource[] | false | undefined;
  /** Sources of fonts. */
  readonly fontSrc?: readonly CspSource[] | false | undefined;
  /** Targets of `fetch`, WebSockets and event streams. */
  readonly connectSrc?: readonly CspSource[] | false | undefined;
  /** Sources of audio and video. */
  readonly mediaSrc?: readonly CspSource[] | false | undefined;
  /** Sources of `<object>` and `<embed>` elements. */
  readonly objectSrc?: readonly CspSource[] | false | undefined;
  /** Sources of `<iframe>` elements. Default: those of `childSrc`. */
  readonly frameSrc?: readonly CspSource[] | false | undefined;
  /** Sources of frames and workers. */
  readonly childSrc?: readonly CspSource[] | false | undefined;
  /** Sources of workers. Default: those of `childSrc`. */
  readonly workerSrc?: readonly CspSource[] | false | undefined;
  /** Sources of application manifests. */
  readonly manifestSrc?: readonly CspSource[] | false | undefined;
  /** URLs of the `<base>` element. */
  readonly baseUri?: readonly CspSource[] | false | undefined;
  /** Targets of forms. */
  readonly formAction?: readonly CspSource[] | false | undefined;
  /** Pages that may embed this one in a frame. */
  readonly frameAncestors?: readonly CspSource[] | false | undefined;
}

/**
 * A content security policy. `false` omits a default directive.
 *
 * @see Content Security Policy Level 3, 6
 */
export interface CspDirectives extends CspSourceDirectives {
  /** Restricts the page like a sandboxed frame, except for flags such as `'allow-scripts'`; `[]` allows nothing. */
  readonly sandbox?: readonly string[] | false | undefined;
  /** Absolute URLs or paths that receive reports. Prefer {@link reportTo}. */
  readonly reportUri?: readonly string[] | false | undefined;
  /** The name of an endpoint of `reportingEndpoints`. */
  readonly reportTo?: string | false | undefined;
  /** Requires trusted types where scripts could be injected. */
  readonly requireTrustedTypesFor?: readonly ["'script'"] | false | undefined;
  /** The names of policies that may create trusted types; `[]` allows none. */
  readonly trustedTypes?: readonly string[] | false | undefined;
  /** Makes browsers load http URLs over https. Sent over https only. */
  readonly upgradeInsecureRequests?: boolean | undefined;
}

/** The default policy, which is that of Helmet 8. Your directives are merged into it. */
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
