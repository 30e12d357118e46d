import type { AppInterface, AppOptions, ContainerInterface } from '@mortise/app';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import type { WithDefaults } from '../app-options.js';
import { createApp } from '../create-app.js';

/** Slim's names for {@link createApp}. */
export const AppFactory = {
  /** {@link createApp}. */
  create: (options: WithDefaults<AppOptions> = {}): AppInterface => createApp(options),

  /** {@link createApp} with a container, and with its entry `factories` if it has one. */
  createFromContainer: (
    container: ContainerInterface,
    options: Omit<WithDefaults<AppOptions>, 'container'> = {},
  ): AppInterface => {
    const isMissing = options.factories === undefined && container.has('factories');
    return createApp({
      ...options,
      ...(isMissing && { factories: container.get('factories') as HttpFactoriesInterface }),
      container,
    });
  },
};
