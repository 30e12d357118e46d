import { variable } from '@mortise/base';
import {
  type AppOptions as BareAppOptions,
  type ParseBody,
  type VariantB,
  type VariantTypes,
} from '@mortise/app';
import { accepted, merged, object } from '@mortise/base/options';
import type { BodyOptions, BodyReaders } from '@mortise/body-parsers';
import type { HttpFactoriesInterface } from '@mortise/http-message';

/**
 * Options of `createApp`. All have defaults.
 *
 * @typeParam T the types of middleware and handlers, which `createApp` infers from `variant` or `strategy`
 */
export interface AppOptions<T extends VariantTypes = VariantB>
  extends Omit<BareAppOptions<T>, 'body' | 'factories'> {
  /** The message implementation. Default: the one from `@mortise/message`, with files on Node. */
  readonly factories?: HttpFactoriesInterface | undefined;

  /**
   * Configures body parsing, and enables it for routes: bodies are parsed just before the route's handler, or earlier,
   * when middleware calls `parseBody(request)`. Used by `addBodyParsingMiddleware()` too. Default: bodies are parsed
   * only by that middleware, and for routes with a `body` option.
   */
  readonly body?: BodyOptions | undefined;
}

/** Options of `bodyParsing`. */
export interface BodyParsingOptions extends BodyOptions {
  /** The message implementation. Default: the one from `@mortise/message`, with files on Node. */
  readonly factories?: HttpFactoriesInterface | undefined;

  /** Readers for further media types, whose bodies are read chunk by chunk and consumed. */
  readonly readers?: BodyReaders | undefined;
}

/** The platform's defaults for options that are omitted. */
export interface Defaults {
  readonly factories: HttpFactoriesInterface;
  readonly bodyParser: (options: BodyParsingOptions, path: string) => ParseBody;
}

/**
 * Adds the defaults to the options of `createApp`.
 *
 * @throws {OptionError} `OPTION_INVALID` if they are not an object
 */
export function appOptions<T extends VariantTypes>(
  given: AppOptions<T>,
  defaults: Defaults,
): BareAppOptions<T> {
  accepted<unknown>(object, given, 'createApp');
  const {
    factories = defaults.factories,
    createBodyParser = (own, path) =>
      defaults.bodyParser(merged({ factories }, own as BodyOptions), path),
    development = isDevelopment(given),
  } = given;
  const members = { factories, createBodyParser, development };
  return merged(given, members) as BareAppOptions<T>;
}

/** Whether an application is in development: `NODE_ENV` is not `production`, or it shows details of errors. */
function isDevelopment({ errors }: Pick<BareAppOptions, 'errors'>): boolean {
  const showsDetails = Boolean(errors) && (errors as { details?: boolean }).details === true;
  return showsDetails || variable('NODE_ENV') !== 'production';
}
