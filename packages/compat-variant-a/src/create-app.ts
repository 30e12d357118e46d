import {
  type AppInterface,
  type AppOptions,
  type ContainerInterface,
  createApp as createAppOf,
  type InvocationStrategyInterface,
  type ValuesStrategyInterface,
  type Variant,
  type VariantServices,
} from '@mortise/app';
import { accepted, merged, object, OptionError } from '@mortise/base/options';
import { Container, containerRule, fixEntry } from './container.js';
import type { Handlers } from './errors/handlers.js';
import { defaultHandlers } from './errors/default-handlers.js';
import { handlerEntry } from './errors/handler-entry.js';
import { OtherMounts } from './other-mounts.js';
import { pathRouter } from './path-router.js';
import { type SubRequest, subRequester } from './sub-request.js';
import { declaredVariantA, type VariantAOptions, variantWith } from './variant-a.js';
import type { VariantA, VariantAValues } from './variant-a-types.js';

/** Options of a variant A application. Only `factories` is required. */
export interface VariantAAppOptions
  extends Omit<AppOptions<VariantA>, 'variant'>,
    VariantAOptions {}

const OWN_OPTIONS = ['settings', 'parsers', 'readers', 'temporaryStorage'] as const;

/** An application of variant A. */
export interface VariantAAppInterface<T extends VariantA | VariantAValues = VariantA>
  extends AppInterface<T> {
  /**
   * Returns the container. Entries set on it take precedence over those of the `container` option. `settings`, `router`
   * and the error {@link Handlers} are set from the start.
   */
  getContainer(): Container;

  /** Passes a new request to the routes of this application; see {@link SubRequest}. */
  readonly subRequest: SubRequest;
}

/**
 * Creates an application of variant A.
 *
 * @throws {OptionError} `OPTION_INVALID` for an unknown option or an invalid value, and for `body` without
 *   `createBodyParser`
 */
export function createApp<S extends InvocationStrategyInterface = InvocationStrategyInterface>(
  options: VariantAAppOptions & { readonly strategy?: S | undefined },
): VariantAAppInterface<S extends ValuesStrategyInterface ? VariantAValues : VariantA> {
  accepted<unknown>(object, options, 'createApp');
  if ('variant' in options) throw otherVariant();
  const { settings: given, parsers, readers, temporaryStorage } = options;
  accepted<unknown>(containerRule, options.container, 'createApp.container');
  if (options.body !== undefined && options.createBodyParser === undefined) {
    const expected =
      'none: variant A parses bodies itself; limit them with settings: { parsedBodyLimit }';
    throw new OptionError('createApp.body', options.body, expected);
  }
  const own = declaredVariantA(
    {
      settings: settingsIn(options.container, given),
      ...{ parsers, readers, temporaryStorage },
    } as VariantAOptions,
    'createApp',
  );
  const { settings } = own;
  const container = new Container({}, options.container);
  const { basePath } = settings;
  const mounts = new OtherMounts(basePath);
  let subRequest: SubRequest | undefined;
  const ofApp = {
    errors: htmlByDefault(options.errors),
    container,
    variant(services: VariantServices) {
      const defaults = defaultHandlers(services, settings.displayErrorDetails);
      setHandlers(container, defaults, options.container);
      const variant = variantWith(own, services, defaults);
      subRequest = subRequester({ services, variant, basePath });
      return services.routeCollector.development ? noting(mounts, variant) : variant;
    },
  } as const;
  const app = createAppOf(merged(options, ofApp, OWN_OPTIONS));
  const router = pathRouter(app.getRouteCollector(), basePath, mounts);
  container.set('settings', () => settings).set('router', () => router);
  fixEntry(container, 'settings');
  return Object.assign(app, { subRequest }) as never;
}

function htmlByDefault(errors: AppOptions['errors'] = {}): AppOptions['errors'] {
  if (errors === false || !object.accepts(errors)) return errors;
  return merged(errors, { fallback: errors.fallback ?? 'html' });
}

/** Returns the settings: those of the `container` option, as in Slim 3, which the option `settings` overrides. */
function settingsIn(container: ContainerInterface | undefined, given: unknown): unknown {
  const entry =
    container === undefined ? undefined : handlerEntry(container, 'settings', undefined);
  if (given === undefined) return entry;
  const areBoth = object.accepts(entry) && object.accepts(given);
  return areBoth ? { ...(entry as object), ...(given as object) } : given;
}

/** Returns a variant that notes the base path of each request before it prepares it. */
function noting(mounts: OtherMounts, variant: Variant<VariantA>): Variant<VariantA> {
  return {
    ...variant,
    prepare(request) {
      mounts.note(request);
      return variant.prepare?.(request) ?? request;
    },
  };
}

/** The error for a `variant` option. It is worded like that for an unknown option, without the value. */
function otherVariant(): OptionError {
  const expected = 'createApp from @mortise/app for another variant';
  return new OptionError(
    'createApp.variant',
    undefined,
    expected,
    'unknown option createApp.variant',
  );
}

/** Sets the default error handlers, except those that the `container` option has. */
function setHandlers(
  container: Container,
  defaults: Handlers,
  given: ContainerInterface | undefined,
): void {
  for (const [name, handler] of Object.entries(defaults)) {
    container.set<string>(name, () =>
      given === undefined ? handler : handlerEntry(given, name, handler),
    );
  }
}
