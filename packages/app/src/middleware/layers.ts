import type { MiddlewareInterface, RequestHandlerInterface } from '@mortise/http-message';
import { type ContainerInterface, resolve } from '../application/container.js';
import type { Variant } from '../variant/contract.js';
import type { VariantTypes } from '../variant/types.js';
import { compose, type Layer } from './layer.js';

/** What turns the values that `add` is given into layers. */
export interface LayerMaker<T extends VariantTypes> {
  readonly variant: Variant<T>;
  readonly container: ContainerInterface | null;

  /** Goes up whenever what was composed has to be composed anew. */
  readonly generation: number;

  /** Whether layers are looked at every time, see {@link compose}. */
  readonly vigilant: boolean;

  /** Told whenever a layer was added. */
  layersChanged(): void;
}

/** The middleware of one place (the application, a group, a route) in the order of adding. */
export class Layers<T extends VariantTypes> {
  readonly #maker: LayerMaker<T>;
  readonly #place: string;
  readonly #layers: Layer[] = [];

  /** @param place where they stand, for their names: `''`, `' of group /api'` */
  constructor(maker: LayerMaker<T>, place: string) {
    this.#maker = maker;
    this.#place = place;
  }

  /**
   * @param value a name is looked up when the first request comes, anything else is checked here
   * @throws {AppError} `MIDDLEWARE_INVALID`
   */
  add(value: T['middleware']): void {
    const name = `middleware ${nameOf(value) ?? `#${this.#layers.length + 1}`}${this.#place}`;
    const { variant } = this.#maker;
    if (typeof value === 'string') this.#insert(name, this.#named(value));
    else this.insert(name, variant.toMiddleware(value));
  }

  /** Adds a layer that is PSR-15 already and has a name of its own. */
  insert(name: string, middleware: MiddlewareInterface): void {
    this.#insert(name, () => middleware);
  }

  #insert(name: string, middleware: () => MiddlewareInterface): void {
    this.#layers.push({ name, middleware });
    this.#maker.layersChanged();
  }

  /** What the container has under a name, looked up once. */
  #named(name: string): () => MiddlewareInterface {
    const { variant, container } = this.#maker;
    let found: MiddlewareInterface | null = null;
    return () => (found ??= variant.toMiddleware(resolve(container, name)));
  }

  /** The layers around a handler. */
  around(inner: RequestHandlerInterface): RequestHandlerInterface {
    return compose(this.#layers, inner, this.#maker.vigilant);
  }

  /** In the order of adding: the last is the outermost. */
  all(): readonly Layer[] {
    return this.#layers;
  }
}

/** What people would call a value: its name, or that of its class. `null` when it has neither. */
function nameOf(value: unknown): string | null {
  if (typeof value === 'string') return JSON.stringify(value);
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return null;
  const { name, constructor } = value as { name?: unknown; constructor?: { name?: unknown } };
  if (typeof name === 'string' && name !== '') return JSON.stringify(name);
  const kind = constructor?.name;
  const named =
    typeof kind === 'string' && !['', 'Object', 'Function', 'AsyncFunction'].includes(kind);
  return named ? JSON.stringify(kind) : null;
}
