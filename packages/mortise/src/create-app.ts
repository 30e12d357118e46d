import {
  type AppInterface,
  createApp as createBareApp,
  type VariantB,
  type VariantOf,
  type VariantTypes,
} from '@mortise/app';
import { factories } from '@mortise/message/node';
import { type AppOptions, appOptions } from './app-options.js';
import { bodyParser } from './body-parsing.js';

/**
 * Creates an application with the defaults of Mortise, each of which you can replace: messages from `@mortise/message`, body
 * parsing from `@mortise/body-parsers`, the router from `@mortise/router`.
 *
 * `development` is `true` unless `NODE_ENV` is `production`, and with `errors: { details: true }`; it then also warns once
 * if fields or files are read unparsed.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function createApp<T extends VariantTypes = VariantB>(
  options: AppOptions<T> = {},
): AppInterface<VariantOf<T>> {
  return createBareApp(appOptions(options, { factories, bodyParser }));
}
