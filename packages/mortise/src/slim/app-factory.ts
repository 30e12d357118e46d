import type { AppInterface, ContainerInterface } from '@mortise/app';
import { accepted, merged, methods } from '@mortise/base/options';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import type { AppOptions } from '../app-options.js';
import { createApp } from '../create-app.js';

const A_CONTAINER = methods('a container with get(id) and has(id)', 'get', 'has');

/** Slim's names for {@link createApp}. */
export const AppFactory = {
  /** Creates an application, like {@link createApp}. */
  create: (options: AppOptions = {}): AppInterface => createApp(options),

  /**
   * Creates an application with a container. `factories` defaults to the container's entry of that name, if it has one.
   *
   * @throws {OptionError} `OPTION_INVALID`, including for a value that is not a container
   */
  createFromContainer: (
    container: ContainerInterface,
    options: Omit<AppOptions, 'container'> = {},
  ): AppInterface => {
    accepted<unknown>(A_CONTAINER, container, 'createFromContainer.container');
    const isMissing = options.factories === undefined && container.has('factories');
    const own = isMissing
      ? { container, factories: container.get('factories') as HttpFactoriesInterface }
      : { container };
    return createApp(merged(options, own));
  },
};
