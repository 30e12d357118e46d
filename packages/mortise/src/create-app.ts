import {
  type AppInterface,
  type AppOptions,
  createApp as createBareApp,
  type ValuesAppOptions,
  type VariantAppOptions,
  type VariantBValues,
  type VariantTypes,
} from '@mortise/app';
import type { BodyOptions } from '@mortise/body-parsers';
import { factories as defaultFactories } from '@mortise/message/node';
import { bodyParsing } from './body-parsing.js';

/** Options of an application, with defaults for the factories and the body parsing. */
export type WithDefaults<Options extends AppOptions> = Omit<Options, 'factories'> &
  Partial<Pick<Options, 'factories'>> & {
    /** How `addBodyParsingMiddleware()` parses bodies. Not accepted together with `bodyParser`. */
    readonly body?: BodyOptions;
  };

/**
 * Creates an application with the defaults of Mortise: messages of `@mortise/message`, body parsing of
 * `@mortise/body-parsers` for `addBodyParsingMiddleware`, the router of `@mortise/router`. You can
 * replace each of them.
 *
 * @throws {TypeError} if `body` and `bodyParser` are both set
 */
export function createApp<T extends VariantTypes>(
  options: WithDefaults<VariantAppOptions<T>>,
): AppInterface<T>;
export function createApp(options: WithDefaults<ValuesAppOptions>): AppInterface<VariantBValues>;
export function createApp(options?: WithDefaults<AppOptions>): AppInterface;
export function createApp({ body, ...options }: WithDefaults<AppOptions> = {}): unknown {
  if (body !== undefined && options.bodyParser !== undefined) {
    throw new TypeError(
      'createApp() received `body` and `bodyParser`: expected one of them; pass the options to the body parser that `bodyParser` creates',
    );
  }
  const { factories = defaultFactories } = options;
  const bodyParser: AppOptions['bodyParser'] = (parsers) =>
    bodyParsing({ ...body, factories, parsers: { ...body?.parsers, ...parsers } });
  return createBareApp({ bodyParser, ...options, factories });
}
