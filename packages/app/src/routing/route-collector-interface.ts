import type { VariantTypes } from '../variant/types.js';
import type { InvocationStrategyInterface } from './invocation-strategy.js';
import type { RouteInterface } from './route-interface.js';
import type { RouteParserInterface } from './route-parser-interface.js';

/** Every route of an application. */
export interface RouteCollectorInterface<T extends VariantTypes = VariantTypes> {
  /** In the order of registration. */
  getRoutes(): readonly RouteInterface<T>[];

  /** @throws {AppError} `ROUTE_NAME_UNKNOWN` */
  getNamedRoute(name: string): RouteInterface<T>;

  getRouteParser(): RouteParserInterface;

  /** `''` when the application is at the top. In front of every pattern, and of every URL. */
  getBasePath(): string;

  /**
   * @param basePath `''`, or a path that begins with `/`, in any spelling; a slash at its end stays. It
   *   is text, and no pattern: what would be more in a pattern is refused
   * @throws {AppError} `BASE_PATH_INVALID`
   */
  setBasePath(basePath: string): this;

  /** How callbacks are called whose route names no strategy of its own. */
  getDefaultInvocationStrategy(): InvocationStrategyInterface;

  setDefaultInvocationStrategy(strategy: InvocationStrategyInterface): this;
}
