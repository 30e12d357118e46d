import { type AppOptions, createApp as createBareApp } from '@mortise/app';
import { factories } from '@mortise/message';
import { appOptions, type WithDefaults } from '../app-options.js';
import type { createApp as createAppOnNode } from '../create-app.js';
import { bodyParser } from './body-parsing.js';

/**
 * Creates an application as on Node: with messages without files, and without a parser of multipart forms, which needs
 * Node's streams.
 *
 * @throws {OptionError} for an option that is unknown or has a wrong value
 */
export const createApp: typeof createAppOnNode = (given?: WithDefaults<AppOptions>) =>
  createBareApp(appOptions(given ?? {}, { factories, bodyParser })) as never;
