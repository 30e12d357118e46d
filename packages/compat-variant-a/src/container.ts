import { isPlainFunction } from '@mortise/base';
import { AppError, type ContainerInterface } from '@mortise/app';
import { methods, optional } from '@mortise/base/options';
import type { ServiceContainerInterface, ServiceOf } from './services.js';
import { VariantAError } from './variant-a-error.js';

/** The rule of a container that is passed in. */
export const containerRule = optional(
  methods('a container with get(id) and has(id)', 'get', 'has'),
);

/** Creates an entry, on first use. */
export type ServiceFactory<Service = unknown> = (container: ServiceContainerInterface) => Service;

/**
 * Services by name, each created on first use and then kept, unless {@link factory} set it. Those that
 * {@link ServiceContainerInterface} lists by name are typed.
 *
 * @see PSR-11
 */
export class Container implements ServiceContainerInterface {
  readonly #factories = new Map<string, ServiceFactory>();
  readonly #entries = new Map<string, unknown>();
  /** The names whose entries are not kept. */
  readonly #unkept = new Set<string>();
  readonly #fallback: ContainerInterface | null;

  /** @param fallback used for entries that are not set here */
  constructor(
    factories: Readonly<Record<string, ServiceFactory>> = {},
    fallback: ContainerInterface | null = null,
  ) {
    for (const [id, factory] of Object.entries(factories)) this.set(id, factory);
    this.#fallback = fallback;
  }

  /**
   * Replaces an entry, including one that has already been created.
   *
   * @param factory creates it; called at the first `get`, with the container
   * @throws {VariantAError} `ENTRY_INVALID` if it is not a function, is a class, or has a second parameter
   */
  set<Id extends string>(id: Id, factory: ServiceFactory<ServiceOf<Id>>): this {
    if (!isPlainFunction(factory) || factory.length > 1)
      throw VariantAError.invalidFactory(id, factory);
    this.#factories.set(id, factory);
    this.#entries.delete(id);
    this.#unkept.delete(id);
    return this;
  }

  /**
   * Like {@link set}, but the entry is created again at each `get`, as by Pimple's method of this name: for objects that
   * belong to one request, named as `perRequest('Action:invoke')`.
   *
   * @throws {VariantAError} `ENTRY_INVALID` if it is not a function, is a class, or has a second parameter
   */
  factory<Id extends string>(id: Id, factory: ServiceFactory<ServiceOf<Id>>): this {
    this.set(id, factory);
    this.#unkept.add(id);
    return this;
  }

  has(id: string): boolean {
    return this.#factories.has(id) || this.#fallback?.has(id) === true;
  }

  /** @throws {AppError} `CONTAINER_ENTRY_MISSING`; any error of the factory */
  get<Id extends string>(id: Id): ServiceOf<Id>;
  get(id: string): unknown {
    if (this.#entries.has(id)) return this.#entries.get(id);
    const factory = this.#factories.get(id);
    if (factory === undefined) {
      if (this.#fallback?.has(id) !== true) throw AppError.noEntry(id);
      return this.#fallback.get(id);
    }
    const entry = factory(this);
    if (!this.#unkept.has(id)) this.#entries.set(id, entry);
    return entry;
  }
}
