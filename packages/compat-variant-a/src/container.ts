import { AppError, type ContainerInterface } from '@mortise/app';
import type { ServiceContainerInterface, ServiceOf } from './services.js';

/** Creates an entry, on first use. */
export type ServiceFactory<Service = unknown> = (container: ServiceContainerInterface) => Service;

/**
 * Services by name, each created on first use and then kept. Those that
 * {@link ServiceContainerInterface} lists by name are typed.
 *
 * @see PSR-11
 */
export class Container implements ServiceContainerInterface {
  readonly #factories = new Map<string, ServiceFactory>();
  readonly #entries = new Map<string, unknown>();
  readonly #fallback: ContainerInterface | null;

  /** @param fallback used for entries that are not set here */
  constructor(
    factories: Readonly<Record<string, ServiceFactory>> = {},
    fallback: ContainerInterface | null = null,
  ) {
    for (const [id, factory] of Object.entries(factories)) this.set(id, factory);
    this.#fallback = fallback;
  }

  /** Replaces an entry, also one that has already been created. */
  set<Id extends string>(id: Id, factory: ServiceFactory<ServiceOf<Id>>): this {
    this.#factories.set(id, factory);
    this.#entries.delete(id);
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
    this.#entries.set(id, entry);
    return entry;
  }
}
