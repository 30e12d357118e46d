import {
  type AppOptions as BareAppOptions,
  type ParseBody,
  variantB,
  type VariantB,
  type VariantFactory,
  type VariantTypes,
} from '@mortise/app';
import { accepted, object } from '@mortise/base/options';
import type { BodyOptions, BodyReaders } from '@mortise/body-parsers';
import type { HttpFactoriesInterface, ServerRequestInterface } from '@mortise/http-message';
import { variable } from './process.js';
import { unparsedBodyWarning } from './unparsed-body-warning.js';

/**
 * Application options. All have defaults.
 *
 * @typeParam T the types of middleware and callbacks, which `createApp` infers from `variant` or `strategy`
 */
export interface AppOptions<T extends VariantTypes = VariantB>
  extends Omit<BareAppOptions<T>, 'body' | 'factories'> {
  /** The message implementation. Default: the one from `@mortise/message`, with files on Node. */
  readonly factories?: HttpFactoriesInterface;

  /**
   * How bodies are parsed: just before a route's callback, when a layer calls `parseBody(request)`, and by
   * `addBodyParsingMiddleware()`. Default: only by that middleware, and for routes with a `body` option.
   */
  readonly body?: BodyOptions;
}

/** Options of `bodyParsing`. */
export interface BodyParsingOptions extends BodyOptions {
  /** The message implementation. Default: the one from `@mortise/message`, with files on Node. */
  readonly factories?: HttpFactoriesInterface;

  /** Readers for further media types, whose bodies are read chunk by chunk and consumed. */
  readonly readers?: BodyReaders;
}

/** The parts of a platform that an application gets where its options name none. */
export interface Defaults {
  readonly factories: HttpFactoriesInterface;
  readonly bodyParser: (options: BodyParsingOptions, path: string) => ParseBody;
}

/**
 * Completes the options of `createApp`.
 *
 * @throws {OptionError} unless they are an object
 */
export function appOptions<T extends VariantTypes>(
  given: AppOptions<T>,
  defaults: Defaults,
): BareAppOptions<T> {
  accepted<unknown>(object, given, 'createApp');
  const { body, ...options } = given;
  const {
    factories = defaults.factories,
    createBodyParser = (own, path) =>
      defaults.bodyParser({ factories, ...(own as BodyOptions) }, path),
    development = isDevelopment(options),
    variant = development ? watchedVariantB : variantB,
  }: AppOptions = options as unknown as AppOptions;
  return {
    ...options,
    ...(body !== undefined && { body }),
    factories,
    createBodyParser,
    development,
    variant,
  } as unknown as BareAppOptions<T>;
}

/** Development is every `NODE_ENV` except `production`, and an application that shows details of errors. */
function isDevelopment({ errors }: Pick<BareAppOptions, 'errors'>): boolean {
  const showsDetails = Boolean(errors) && (errors as { details?: boolean }).details === true;
  return showsDetails || variable('NODE_ENV') !== 'production';
}

/** Variant B that warns if a body is read before it is parsed. */
const watchedVariantB: VariantFactory<VariantB> = (services) => {
  const watch = unparsedBodyWarning();
  return Object.assign(variantB(services), {
    prepare(request: ServerRequestInterface) {
      watch(request);
      return request;
    },
  });
};
