import type { ParseBody } from '@mortise/base/message';
import type { FormOptions } from '@mortise/form-encoding';

/**
 * How bodies are parsed: the body parser's options for an application, or those that override some of them for a route.
 * `@mortise/body-parsers` documents and checks them.
 */
export interface RouteBodyOptions {
  /** The maximum number of bytes of a parsed body that is read into memory. */
  readonly maxBytes?: number;

  /** Whether a body that cannot be parsed is refused with 400. */
  readonly strict?: boolean;

  /** Limits and names of URL-encoded forms. */
  readonly form?: FormOptions;

  /** Limits of XML; false leaves XML unparsed. */
  readonly xml?: false | object;

  /** Limits and storage of multipart forms; false leaves them unparsed. */
  readonly multipart?: false | object;

  /** Content codings that are decoded before parsing. */
  readonly decoders?: object;

  /** Additional parsers by media type or suffix. */
  readonly parsers?: object;
}

/**
 * Creates the function that parses the bodies of an application, or of a route with its own options.
 *
 * @param options those of the application, its groups and the route; inner ones win
 * @param path of the options, for errors: `'createApp.body'`
 * @throws for an option that is unknown or has a wrong value; the application, or the route, is then not created
 */
export type BodyParserFactory = (options: RouteBodyOptions, path: string) => ParseBody;
