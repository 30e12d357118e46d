import {
  type AppInterface,
  type AppOptions,
  createApp as createAppOf,
  type requestResponseArgs,
} from '@mortise/app';
import { Container } from './container.js';
import { pathRouter } from './path-router.js';
import { defaultSettings } from './settings.js';
import { type SubRequest, subRequester } from './sub-request.js';
import { variantA, type VariantAOptions } from './variant-a.js';
import type { VariantA, VariantAValues } from './variant-a-types.js';

/** What an application of variant A is put together from. Everything but the factories has a default. */
export interface VariantAAppOptions extends AppOptions, VariantAOptions {}

/** {@link VariantAAppOptions} for callbacks that get the arguments one by one. */
export interface VariantAValuesAppOptions extends VariantAAppOptions {
  readonly strategy: typeof requestResponseArgs;
}

/** An application of variant A. */
export interface VariantAAppInterface<T extends VariantA | VariantAValues = VariantA>
  extends AppInterface<T> {
  /**
   * What was handed in, under the entries that are set here. `settings` and `router` are there from
   * the beginning; handlers of errors are put here, see {@link Handlers}.
   */
  getContainer(): Container;

  readonly subRequest: SubRequest;
}

/** Makes an application of variant A. */
export function createApp(options: VariantAValuesAppOptions): VariantAAppInterface<VariantAValues>;
export function createApp(options: VariantAAppOptions): VariantAAppInterface;
export function createApp(options: VariantAAppOptions): unknown {
  const settings = { ...defaultSettings, ...options.settings };
  const container = new Container({}, options.container);
  const { basePath } = settings;
  let subRequest: SubRequest | undefined;
  const app = createAppOf({
    ...options,
    container,
    variant(services) {
      const variant = variantA(options)(services);
      subRequest = subRequester({ services, variant, basePath });
      return variant;
    },
  });
  const router = pathRouter(app.getRouteCollector(), basePath);
  container.set('settings', () => settings).set('router', () => router);
  return Object.assign(app, { subRequest });
}
