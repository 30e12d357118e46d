import type { Layers } from '../middleware/layers.js';
import type { VariantTypes } from '../variant/types.js';
import type { RouteGroupInterface } from './route-group-interface.js';

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
