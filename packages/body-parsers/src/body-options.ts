import { factoriesWith } from '@mortise/base/message';
import {
  accepted,
  boolean,
  choice,
  nested,
  object,
  optional,
  options,
  or,
  rule,
} from '@mortise/base/options';
import type { FormOptions } from '@mortise/form-encoding';
import type { StreamFactoryInterface } from '@mortise/http-message';
import type {
  BodyParser,
  BodyReaders,
  ByMediaType,
  ContentDecoder,
  ContentDecoders,
  XmlOptions,
} from './contract.js';
import { byName, bytes, functionsByName, givenOnly, limit } from './rules.js';
import { type MultipartOptions, treeRules } from './multipart/multipart-options.js';

/** Options for parsing request bodies. */
export interface BodyOptions {
  /** The maximum size in bytes of a JSON, form, XML or other parsed body, before and after decoding. Default 1 MiB. */
  readonly maxBytes?: number | undefined;

  /**
   * Whether a body or `Content-Type` that cannot be parsed is rejected with 400. Default `false`: the parsed body
   * stays unset. A malformed multipart form is always rejected.
   */
  readonly strict?: boolean | undefined;

  /**
   * Limits and names of URL-encoded forms: options of `parseForm` from `@mortise/form-encoding`. Default: the defaults
   * of `parseForm`.
   */
  readonly form?: FormOptions | undefined;

  /** Limits of XML, or `false` to leave XML unparsed. Default: XML is parsed. */
  readonly xml?: false | XmlOptions | undefined;

  /** Limits and storage of multipart forms, or `false` to leave them unparsed. Default: they are parsed. */
  readonly multipart?: false | MultipartOptions | undefined;

  /**
   * Content codings that are decoded before parsing, at most one for each body: `{ gzip: gunzip }`. Default: none, each
   * is rejected with 415.
   */
  readonly decoders?: ContentDecoders | undefined;

  /**
   * Parsers by media type or suffix, which are added to the default ones or replace them: `{ 'text/csv': parseCsv }`.
   * Keys have no parameters; case is ignored. Default: JSON and forms.
   */
  readonly parsers?: ByMediaType<BodyParser> | undefined;
}

/** Options of `bodyParsing`. XML and multipart forms are parsed only if `parsers` and `readers` contain them. */
export interface BodyParsingOptions extends Omit<BodyOptions, 'multipart' | 'xml'> {
  /** Creates the stream from which a parsed body can be read again. Default: the request's factories. */
  readonly factories?: Pick<StreamFactoryInterface, 'createStream'> | undefined;

  /** Readers by media type or suffix that consume the body themselves, such as `multipartForm(...)`. Default: none. */
  readonly readers?: BodyReaders | undefined;
}

/** The default of `maxBytes`: 1 MiB. */
export const DEFAULT_BODY_LIMIT = 1_048_576;
const objectOrFalse = optional(
  rule((value) => value === false || object.accepts(value), 'an object, or false'),
);

const decodersByName = byName(
  (each) => typeof each === 'function' || each === undefined,
  'an object of decoders, such as { gzip: gunzip }',
);

const form = options<FormOptions>()('form', {
  ...treeRules,
  maxParameters: optional(limit),
  separators: optional(choice('&', ';', '&;')),
  frozen: optional(boolean),
});

/** @returns the decoders that are not `undefined`, by coding */
function decodersOf(
  given: ContentDecoders = {},
  path: string,
): ReadonlyMap<string, ContentDecoder> {
  accepted(decodersByName, given as never, path);
  const all = Object.entries(given);
  return new Map(all.filter((each): each is [string, ContentDecoder] => each[1] !== undefined));
}

/** Checks the options of body parsing and adds the defaults. */
export const declaredBody = options<BodyOptions & BodyParsingOptions>()(
  'bodyParsing',
  {
    maxBytes: or(bytes, DEFAULT_BODY_LIMIT),
    strict: or(boolean, false),
    form: nested((given: FormOptions = {}, path: string) => givenOnly(form(given, path))),
    // These two are used by `withDefaults`.
    xml: objectOrFalse,
    multipart: objectOrFalse,
    decoders: nested(decodersOf),
    parsers: functionsByName,
    readers: functionsByName,
    factories: factoriesWith('createStream'),
  },
  { limit: 'maxBytes', json: 'body: {}, which parses JSON and forms' },
);
