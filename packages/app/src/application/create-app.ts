import {
  accepted,
  boolean,
  callable,
  membersOf,
  methods,
  nested,
  object,
  optional,
  OptionError,
  options,
  or,
  rule,
} from '@mortise/base/options';
import { Router } from '@mortise/router';
import type { AppInterface, AppOptions } from './contract.js';
import { Application } from './application.js';
import type { AppErrorOptions } from '../errors/contract.js';
import { ApplicationErrors, errorRules } from '../errors/application-errors.js';
import { mistakesOfErrors } from '../development/mistakes.js';
import { givenOptions, logger } from '../option-rules.js';
import { FOREIGN_OPTIONS } from '../misuse/foreign-app-members.js';
import { checkBodyOptions } from '../misuse/wrong-calls.js';
import type { RouterInterface, RouterOptions } from '../routing/router-contract.js';
import { consoleLogger } from '../logging/console-logger.js';
import { groupRules } from '../routing/route-group.js';
import { Routing } from '../routing/routing.js';
import { routeLimits } from '../routing/route-limits.js';
import { basePathOf } from '../routing/base-path.js';
import { isApplication } from '../routing/mounted-handler.js';
import { ownRouter } from '../routing/own-router.js';
import { type GivenRouter, RouteList } from '../routing/route-list.js';
import { variantB } from './variant-b.js';
import type { VariantB, VariantOf, VariantTypes } from '../variant-types.js';

const declared = options<AppOptions>()(
  'createApp',
  {
    factories: methods('message factories', 'createResponse', 'createStream'),
    container: optional(methods('a container with get(id) and has(id)', 'get', 'has')),
    logger: or(logger, consoleLogger),
    body: optional(rule(object.accepts, 'an object such as { maxBytes: 1_048_576 }, or {}')),
    createBodyParser: optional(callable),
    router: nested(routerOf),
    layers: groupRules.layers,
    limits: nested(routeLimits),
    development: or(boolean, true),
    basePath: nested(checkedBasePath),
    strategy: optional(methods('an object with invoke()', 'invoke')),
    errors: nested(errorsOf),
    logContext: optional(membersOf),
    variant: or(callable, variantB),
  },
  FOREIGN_OPTIONS,
);
const declaredErrors = options<AppErrorOptions>()('errors', {
  ...errorRules,
  catchAll: optional(boolean),
});
const declaredRouter = options<RouterOptions>()('router', {
  colonPlaceholders: or(boolean, true),
  rawUrls: or(boolean, false),
});
const NAMES = ['add', 'dispatch', 'mount', 'routes', 'named', 'methodsFor'];
const aRouter = methods(`options, or a router with ${NAMES.join(', ')}`, ...NAMES);
const aVariant = methods(
  'a function that returns a variant, with toMiddleware() and toHandler()',
  ...['toMiddleware', 'toHandler'],
);

/**
 * Creates an application: variant B, unless `variant` is set.
 *
 * @throws {OptionError} `OPTION_INVALID` for an unknown option or an invalid value
 * @throws {AppError} `BODY_PARSER_MISSING` for `body` without `createBodyParser`, `MIDDLEWARE_INVALID` for `layers`
 */
export function createApp<T extends VariantTypes = VariantB>(
  options: AppOptions<T>,
): AppInterface<VariantOf<T>> {
  // Erases the types of the variant: all code after this line is typed for variant B.
  const checked = declared(options as unknown as AppOptions);
  const { factories, container = null, logger, basePath, layers } = checked;
  const errors = new ApplicationErrors({
    ...{ factories, logger, logContext: checked.logContext },
    options: checked.errors,
    mistakes: mistakesOfErrors((request) => {
      const route = routing.routeOf(request);
      const places = [app, route, ...(route?.getGroups() ?? [])];
      const layers = places.flatMap<unknown>((place) => place?.getMiddleware() ?? []);
      return { handler: route?.getCallable(), layers, lines: routes.variant.lines };
    }, checked.development),
  });
  const routes: RouteList<VariantB> = new RouteList({
    ...checked,
    createVariant(routeCollector) {
      const variant = checked.variant({
        ...{ factories, container, routeCollector },
        routeRunner: { handle: (request) => routing.end(null).handle(request) },
        // A getter, because variant B does not need it.
        get errorHandler() {
          return errors.handler();
        },
      });
      return accepted(aVariant, variant, 'createApp.variant');
    },
    lost: errors.lost,
    routeOf: (request) => routing.routeOf(request),
    onMount: (handler) => {
      if (isApplication(handler)) app.closeWith(handler);
    },
  });
  const routing: Routing<VariantB> = new Routing(routes);
  if (basePath !== undefined) routes.setBasePath(basePath);
  const { lines } = routes.variant;
  if (lines !== undefined && checked.body !== undefined)
    checkBodyOptions('createApp.body', checked.body, lines);
  const app: Application<VariantB> = new Application({ routes, routing, errors, logger, layers });
  return app as unknown as AppInterface<VariantOf<T>>;
}

function errorsOf(errors: false | AppErrorOptions | undefined, path: string): AppErrorOptions {
  return errors === false ? { catchAll: false } : givenOptions(declaredErrors(errors, path));
}

function checkedBasePath(given: string | undefined, path: string): string | undefined {
  if (given === undefined) return given;
  return basePathOf(given, (expected) => new OptionError(path, given, expected));
}

/** Creates the router, unless it is given. */
function routerOf(given: RouterOptions | RouterInterface = {}, path: string): GivenRouter {
  if ('dispatch' in (Object(given) as object))
    return {
      router: ownRouter(accepted(aRouter, given as RouterInterface, path), path),
      rawUrls: false,
    };
  const { rawUrls, ...rest } = declaredRouter(given as RouterOptions, path);
  return { router: new Router(rest), rawUrls };
}
