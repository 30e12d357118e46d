import type { VariantTypes } from '../variant/types.js';

/** Routes under one prefix, and the middleware around all of them. */
export interface RouteGroupInterface<T extends VariantTypes = VariantTypes> {
  /** The prefix as given to `group`, without those of the groups around. */
  getPattern(): string;

  /**
   * Adds middleware around the routes of the group, those of inner groups included. The last added
   * is the outermost; all of an outer group stand outside those of an inner one.
   *
   * @throws {AppError} `MIDDLEWARE_INVALID`
   */
  add(middleware: T['middleware']): this;

  /** The same as {@link add}. */
  addMiddleware(middleware: T['middleware']): this;
}
