import {
  type AppInterface,
  type AppOptions,
  createApp as createBareApp,
  type ValuesAppOptions,
  type VariantAppOptions,
  type VariantBValues,
  type VariantTypes,
} from '@mortise/app';
import { factories } from '@mortise/message/node';
import { appOptions, type WithDefaults } from './app-options.js';
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
export function createApp<T extends VariantTypes>(
  options: WithDefaults<VariantAppOptions<T>>,
): AppInterface<T>;
export function createApp(options: WithDefaults<ValuesAppOptions>): AppInterface<VariantBValues>;
export function createApp(options?: WithDefaults<AppOptions>): AppInterface;
export function createApp(given: WithDefaults<AppOptions> = {}): unknown {
  return createBareApp(appOptions(given, { factories, bodyParser }));
}
