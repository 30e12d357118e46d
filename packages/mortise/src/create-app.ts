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
 * Creates an application with Mortise's defaults, which you can replace: messages, body parsers, router.
 *
 * `development` defaults to `true`, unless `NODE_ENV` is `production` and `errors.details` is not `true`.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function createApp<T extends VariantTypes = VariantB>(
  options: AppOptions<T> = {},
): AppInterface<VariantOf<T>> {
  return createBareApp(appOptions(options, { factories, bodyParser }));
}
