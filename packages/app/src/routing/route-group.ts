import type { Layers } from '../middleware/layers.js';
import type { VariantTypes } from '../variant.js';

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

/** A group, with its layers for the routes to take. */
export class RouteGroup<T extends VariantTypes> implements RouteGroupInterface<T> {
  readonly layers: Layers<T>;
  readonly #prefix: string;

  constructor(prefix: string, layers: Layers<T>) {
    this.#prefix = prefix;
    this.layers = layers;
  }

  getPattern(): string {
    return this.#prefix;
  }

  add(middleware: T['middleware']): this {
    this.layers.add(middleware);
    return this;
  }

  addMiddleware(middleware: T['middleware']): this {
    return this.add(middleware);
  }
}
