import type { ParseBody } from '@mortise/base/message';
import type { FormOptions } from '@mortise/form-encoding';

/**
 * How bodies are parsed: the options of an application's body parser, which groups and routes can override
 * individually. `@mortise/body-parsers` documents and checks them.
 */
export interface RouteBodyOptions {
  /** Maximum size in bytes of a body that is read into memory to be parsed. */
  readonly maxBytes?: number | undefined;

  /** Whether a body that cannot be parsed causes a 400 response. */
  readonly strict?: boolean | undefined;

  /** Limits and names of URL-encoded forms. */
  readonly form?: FormOptions | undefined;

  /** Limits of XML. `false` leaves XML unparsed. */
  readonly xml?: false | object | undefined;

  /** Limits and storage of multipart forms. `false` leaves them unparsed. */
  readonly multipart?: false | object | undefined;

  /** Content codings that are decoded before parsing. */
  readonly decoders?: object | undefined;

  /** Additional parsers by media type or suffix. */
  readonly parsers?: object | undefined;
}

/**
 * Creates the body parser of an application, or of a route with its own options.
 *
 * @param options the merged options of the application, its groups and the route; inner ones take precedence
 * @param path where the options were set, for errors: `'createApp.body'`
 * @throws for an unknown option or an invalid value; the application or route is then not created
 */
export type BodyParserFactory = (options: RouteBodyOptions, path: string) => ParseBody;
