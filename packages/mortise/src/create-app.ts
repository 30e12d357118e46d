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
 * Creates an application with the defaults of Mortise: messages from `@mortise/message`, body parsing from
 * `@mortise/body-parsers`, the router from `@mortise/router`. You can
 * replace each of them.
 *
 * Its option `development` is `true` under any `NODE_ENV` but `production`, and with `errors: { details: true }`: then it
 * also warns once if the fields or files of a body are read before it was parsed.
 *
 * @throws {OptionError} for an option that is unknown or has a wrong value
 */
export function createApp<T extends VariantTypes = VariantB>(
  options: AppOptions<T> = {},
): AppInterface<VariantOf<T>> {
  return createBareApp(appOptions(options, { factories, bodyParser }));
}
