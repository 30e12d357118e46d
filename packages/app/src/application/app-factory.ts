import type { HttpFactoriesInterface } from '@mortise/http-message';
import type { AppInterface, AppOptions } from './contract.js';
import type { ContainerInterface } from '../container.js';
import { createApp } from './create-app.js';

/** Slim's names for {@link createApp}. */
export const AppFactory = {
  /** {@link createApp}. */
  create: (options: AppOptions): AppInterface => createApp(options),

  /** {@link createApp} with the factories and the container from the entries of a container. */
  createFromContainer: (
    container: ContainerInterface,
    options: Omit<AppOptions, 'container' | 'factories'> = {},
  ): AppInterface =>
    createApp({
      ...options,
      container,
      factories: container.get('factories') as HttpFactoriesInterface,
    }),
};
