import type { ParseFormOptions } from '@mortise/form-encoding';
import type { BodyParser, ByMediaType, ContentDecoders, XmlOptions } from './contract.js';
import type { MultipartOptions } from './multipart/options.js';

/** How bodies of every kind are parsed. */
export interface BodyOptions {
  /** The maximum number of bytes of a JSON, form, XML or other parsed body, before and after decoding. Default 1 MiB. */
  readonly maxBytes?: number;

  /**
   * Whether a body or `Content-Type` that cannot be parsed is refused with 400. Default `false`: the parsed body
   * stays unset. A malformed multipart form is always refused.
   */
  readonly strict?: boolean;

  /** Limits and names of URL-encoded forms: options of `parseForm` of `@mortise/form-encoding`. Default: the defaults of `parseForm`. */
  readonly form?: ParseFormOptions;

  /** Limits of XML; false leaves XML unparsed. Default: XML is parsed. */
  readonly xml?: false | XmlOptions;

  /** Limits and storage of multipart forms; false leaves them unparsed. Default: they are parsed. */
  readonly multipart?: false | MultipartOptions;

  /** Content codings that are decoded before parsing, at most one for each body: `{ gzip: gunzip }`. Default: none, each is refused with 415. */
  readonly decoders?: ContentDecoders;

  /**
   * Additional parsers by media type or suffix, or replacements for the default ones: `{ 'text/csv': parseCsv }`.
   * Default: JSON and forms.
   */
  readonly parsers?: ByMediaType<BodyParser>;
}
