import { isPlainFunction, quote, warnOnce } from '@mortise/base';
import { AppError, type ContainerInterface, hasEverything } from '@mortise/app';
import { methods, optional } from '@mortise/base/options';
import type { ServiceContainerInterface, ServiceOf } from './services.js';
import { VariantAError } from './variant-a-error.js';

/** The rule for a `container` option. */
export const containerRule = optional(
  methods('a container with get(id) and has(id)', 'get', 'has'),
);

/** Creates a container entry, on first use. */
export type ServiceFactory<Service = unknown> = (container: ServiceContainerInterface) => Service;

type Assignment = [target: object, name: string | symbol, value: unknown, self: object];

/** What to write instead, for a value of one request. */
const IN_REQUEST =
  "To pass a value of one request, write request = request.withAttribute('app.user', user), and read it with request.getAttribute('app.user').";

/** Tells a {@link Container} that its application has received a request. Ignores other containers. */
export let markServing: (container: ContainerInterface) => void;

/** Makes a {@link Container} refuse to replace an entry that its application has already read. */
export let fixEntry: (container: Container, id: string) => void;

/**
 * Services by name. Each is created on first use and then kept, unless it was set by {@link factory}. Those that the
 * `Services` interface lists are typed. Its members cannot be assigned, because all requests share it: `this.user = user`
 * in a handler throws a `TypeError`, and so does `this.db` for the entry `db`, which is `this.get('db')`.
 *
 * @see PSR-11
 */
export class Container implements ServiceContainerInterface {
  readonly #factories = new Map<string, ServiceFactory>();
  readonly #entries = new Map<string, unknown>();
  /** The names of entries that are created on each `get`. */
  readonly #unkept = new Set<string>();
  readonly #fixed = new Set<string>();
  /** The names of entries whose factories are running. */
  readonly #begun = new Set<string>();
  readonly #fallback: ContainerInterface | null;
  #serves = false;
  readonly #warn = warnOnce('ENTRY_REPLACED');

  /** @param fallback used for entries that are not set here */
  constructor(
    factories: Readonly<Record<string, ServiceFactory>> = {},
    fallback: ContainerInterface | null = null,
  ) {
    for (const [id, factory] of Object.entries(factories)) this.set(id, factory);
    this.#fallback = fallback;
  }

  static {
    markServing = (container) => {
      if (container instanceof Container) container.#serves = true;
    };
    fixEntry = (container, id) => container.#fixed.add(id);
    // Each use of a member that does not exist reaches the end of the prototype chain.
    const refusing: ProxyHandler<object> = {
      set: (...[, name, value, self]: Assignment) => assign(name, value, self),
      get: (end, name, self) => {
        if (typeof name !== 'string' || name in end) return Reflect.get(end, name, self) as unknown;
        if (!(self instanceof Container) || !self.#names(name)) return undefined;
        throw new TypeError(`this.${name} is an entry of the container: write this.get('${name}')`);
      },
    };
    Object.setPrototypeOf(this.prototype, new Proxy({}, refusing));
  }

  /**
   * Sets an entry, or replaces it, even if it has already been created. After the application's first request, replacing
   * one prints the warning `ENTRY_REPLACED`, once, because all requests share the entries.
   *
   * @param factory creates the entry; called on the first `get`, with the container
   * @throws {VariantAError} `ENTRY_INVALID` if it is not a function, is a class, or has more than one parameter, and for
   *   `settings` of an application
   */
  set<Id extends string>(id: Id, factory: ServiceFactory<ServiceOf<Id>>): this {
    if (!isPlainFunction(factory) || factory.length > 1)
      throw VariantAError.invalidFactory(id, factory);
    if (this.#fixed.has(id)) throw VariantAError.lateSettings(id);
    if (this.#serves && this.#factories.has(id)) {
      this.#warn(
        `set(${quote(id)}) replaced a container entry that all requests share`,
        IN_REQUEST,
      );
    }
    this.#factories.set(id, factory);
    this.#entries.delete(id);
    this.#unkept.delete(id);
    return this;
  }

  /**
   * Like {@link set}, but the entry is created again on each `get`, like Pimple's method of the same name. Use it for
   * objects that belong to one request, which routes name as `perRequest('Action:invoke')`.
   *
   * @throws {VariantAError} `ENTRY_INVALID` if it is not a function, is a class, or has more than one parameter
   */
  factory<Id extends string>(id: Id, factory: ServiceFactory<ServiceOf<Id>>): this {
    this.set(id, factory);
    this.#unkept.add(id);
    return this;
  }

  has(id: string): boolean {
    return this.#factories.has(id) || this.#fallback?.has(id) === true;
  }

  /** Whether it certainly has an entry, which a container that has every name does not tell. */
  #names(id: string): boolean {
    const fallback = this.#fallback;
    return (
      this.#factories.has(id) || (fallback !== null && !hasEverything(fallback) && fallback.has(id))
    );
  }

  /**
   * Returns an entry, and creates it if necessary.
   *
   * @throws {AppError} `CONTAINER_ENTRY_MISSING` if there is none; any error thrown by its factory
   * @throws {VariantAError} `ENTRY_INVALID` if its factory gets the entry itself, even through others
   */
  get<Id extends string>(id: Id): ServiceOf<Id>;
  get(id: string): unknown {
    if (this.#entries.has(id)) return this.#entries.get(id);
    const factory = this.#factories.get(id);
    if (factory === undefined) {
      if (this.#fallback?.has(id) !== true) throw AppError.noEntry(id);
      return this.#fallback.get(id);
    }
    if (this.#begun.has(id)) throw VariantAError.circularEntry([...this.#begun, id]);
    this.#begun.add(id);
    let entry: unknown;
    try {
      entry = factory(this);
    } finally {
      this.#begun.delete(id);
    }
    if (!this.#unkept.has(id)) this.#entries.set(id, entry);
    return entry;
  }
}

/** Refuses the assignment to a container. One of a derived class can have members of its own. */
function assign(name: string | symbol, value: unknown, self: object): boolean {
  if (Object.getPrototypeOf(self) === Container.prototype) {
    throw new TypeError(
      `cannot set this.${String(name)}: \`this\` is the container, which all requests share. ${IN_REQUEST}`,
    );
  }
  return Reflect.defineProperty(self, name, {
    ...{ value, writable: true, enumerable: true, configurable: true },
  });
}
