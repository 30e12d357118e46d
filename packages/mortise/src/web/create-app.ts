import {
  type AppInterface,
  createApp as createBareApp,
  type VariantB,
  type VariantOf,
  type VariantTypes,
} from '@mortise/app';
import { factories } from '@mortise/message';
import { type AppOptions, appOptions } from '../app-options.js';
import { bodyParser } from './body-parsing.js';

/**
 * Creates an application like `createApp` from `mortise`, but without files in messages and without the multipart
 * parser, which needs Node's streams.
 *
 * @throws {OptionError} `OPTION_INVALID` for an option that is unknown or has an invalid value
 */
export function createApp<T extends VariantTypes = VariantB>(
  options: AppOptions<T> = {},
): AppInterface<VariantOf<T>> {
  return createBareApp(appOptions(options, { factories, bodyParser }));
}
