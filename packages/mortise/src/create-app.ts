import {
  type AppInterface,
  type AppOptions,
  createApp as createBareApp,
  type ValuesAppOptions,
  type VariantAppOptions,
  type VariantB,
  variantB,
  type VariantBValues,
  type VariantFactory,
  type VariantTypes,
} from '@mortise/app';
import { ensure, OptionError } from '@mortise/base/options';
import type { BodyOptions } from '@mortise/body-parsers';
import type { ServerRequestInterface } from '@mortise/http-message';
import { factories as defaultFactories } from '@mortise/message/node';
import { bodyParser as createParser, bodyParsing } from './body-parsing.js';
import { unparsedBodyWarning } from './unparsed-body-warning.js';

/** Options of an application, with defaults for the factories and the body parsing. */
export type WithDefaults<Options extends Pick<AppOptions, 'factories'>> = Omit<
  Options,
  'body' | 'factories'
> &
  Partial<Pick<Options, 'factories'>> & {
    /**
     * How bodies are parsed: directly before the callback of a route, and where a layer calls `parseBody(request)`; also
     * by `addBodyParsingMiddleware()`. Without it, bodies are parsed only where that is called, and for routes with the
     * option `body`. Not accepted together with `bodyParser`.
     */
    readonly body?: BodyOptions;
  };

/**
 * Creates an application with the defaults of Mortise: messages of `@mortise/message`, body parsing of
 * `@mortise/body-parsers` for `addBodyParsingMiddleware`, the router of `@mortise/router`. You can
 * replace each of them.
 *
 * In development (any `NODE_ENV` but `production`, or `errors: { details: true }`) it names middleware that
 * returns no response (`checkLayers`), and warns once if a parsed body is read before it was parsed.
 *
 * @throws {OptionError} for an option that is unknown or has a wrong value, and if `body` and `bodyParser` are both set
 */
export function createApp<T extends VariantTypes>(
  options: WithDefaults<VariantAppOptions<T>>,
): AppInterface<T>;
export function createApp(options: WithDefaults<ValuesAppOptions>): AppInterface<VariantBValues>;
export function createApp(options?: WithDefaults<AppOptions>): AppInterface;
export function createApp(given: WithDefaults<AppOptions> = {}): unknown {
  const isObject = typeof given === 'object' && (given as unknown) !== null;
  ensure(isObject, 'createApp', given, 'an object');
  const { body, ...options } = given;
  if (body !== undefined && options.bodyParser !== undefined) {
    const expected = 'no bodyParser; pass these options to the body parser that it creates';
    throw new OptionError('createApp.body', body, expected);
  }
  const inDevelopment = isDevelopment(options);
  const {
    factories = defaultFactories,
    bodyParser = (parsers) =>
      bodyParsing({ ...body, factories, parsers: { ...body?.parsers, ...parsers } }),
    createBodyParser = (own, path) => createParser({ ...(own as BodyOptions), factories }, path),
    checkLayers = inDevelopment,
    variant = inDevelopment ? watchedVariantB : variantB,
  }: WithDefaults<AppOptions> & { readonly variant?: VariantFactory<VariantB> } = options;
  return createBareApp({
    ...options,
    ...(body !== undefined && { body }),
    factories,
    bodyParser,
    createBodyParser,
    checkLayers,
    variant,
  });
}

/** Development is every `NODE_ENV` except `production`, and an application that shows details of errors. */
function isDevelopment({ errors }: Pick<AppOptions, 'errors'>): boolean {
  const showsDetails = Boolean(errors) && (errors as { details?: boolean }).details === true;
  return showsDetails || process.env['NODE_ENV'] !== 'production';
}

const watchedVariantB: VariantFactory<VariantB> = (services) => {
  const watch = unparsedBodyWarning();
  return Object.assign(variantB(services), {
    prepare(request: ServerRequestInterface) {
      watch(request);
      return request;
    },
  });
};
