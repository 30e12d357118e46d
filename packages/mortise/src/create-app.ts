import {
  type AppInterface,
  type AppOptions,
  createApp as createBareApp,
  type ValuesAppOptions,
  type VariantAppOptions,
  type VariantBValues,
  type VariantTypes,
} from '@mortise/app';
import { factories as defaultFactories } from '@mortise/message/node';
import { defaultBodyParser } from './default-body-parser.js';

/** Options of which the factories have a default too: those of `@mortise/message`, with files. */
export type WithDefaults<Options extends AppOptions> = Omit<Options, 'factories'> &
  Partial<Pick<Options, 'factories'>>;

/**
 * Makes an application with the defaults of Mortise: messages of `@mortise/message`, body parsing of
 * `@mortise/body-parsers` for `addBodyParsingMiddleware`, the router of `@mortise/router`. Each of
 * them can be replaced.
 */
export function createApp<T extends VariantTypes>(
  options: WithDefaults<VariantAppOptions<T>>,
): AppInterface<T>;
export function createApp(options: WithDefaults<ValuesAppOptions>): AppInterface<VariantBValues>;
export function createApp(options?: WithDefaults<AppOptions>): AppInterface;
export function createApp(options: WithDefaults<AppOptions> = {}): unknown {
  const { factories = defaultFactories } = options;
  return createBareApp({ bodyParser: defaultBodyParser(factories), ...options, factories });
}
