import { isPlainFunction, isThenable, nameOfClass, quote } from '@mortise/base';
import { accepted, methods } from '@mortise/base/options';
import { AppError, ENTRY_IS_CLASS } from './app-error.js';

/**
 * Resolves middleware and callbacks by name.
 *
 * @see PSR-11
 */
export interface ContainerInterface {
  /** Whether {@link get} would return an entry. */
  has(id: string): boolean;

  /**
   * Returns an entry. Called once for each place that uses its name, on the first request, and again if that fails; with
   * `perRequest`, on each request.
   *
   * @throws any error if the entry is missing or cannot be created
   */
  get(id: string): unknown;
}

/** What a name refers to. */
export interface LookUp {
  /** The value that the container returned. */
  readonly entry: unknown;
  /** The entry, or one of its methods, bound to it. */
  readonly callable: unknown;
  /** What {@link callable} was bound from: the method, or the entry. */
  readonly source: unknown;
}

/**
 * Resolves `'name'` to a container entry, or `'name:method'` to one of its methods. Without a method name, an object
 * that has `invoke`, but not `process` or `handle`, resolves to that method, like `__invoke` in PHP.
 *
 * @throws {AppError} `CONTAINER_MISSING`, `CONTAINER_ENTRY_MISSING`
 */
export function lookUp(container: ContainerInterface | null, name: string): LookUp {
  if (container === null) {
    const message = `the name ${quote(name)} cannot be resolved: the application has no container; pass one to createApp({ container })`;
    throw new AppError('CONTAINER_MISSING', message, name);
  }
  const colon = name.lastIndexOf(':');
  const ofLaravel = /^(\w+)@(\w+)$/.exec(name);
  // A container whose `has` is always true claims to have `name:method` too.
  const whole = container.has(name) ? entryOf(container, name, colon > 0) : undefined;
  if (!isNothing(whole, container))
    return { entry: whole, callable: callableOf(whole), source: whole };
  const id = colon < 0 ? name : name.slice(0, colon);
  if (id.endsWith(':')) {
    const hint = `write ${quote(name.replace('::', ':'))}, with one colon`;
    throw AppError.noEntry(name, 'entry', name.endsWith(':') ? undefined : hint);
  }
  if (ofLaravel !== null) {
    throw AppError.noEntry(name, 'entry', `write ${quote(`${ofLaravel[1]}:${ofLaravel[2]}`)}`);
  }
  if (colon < 1 || !container.has(id)) throw AppError.noEntry(id === '' ? name : id);
  const entry = container.get(id);
  if (isNothing(entry, container)) throw AppError.noEntry(id);
  return methodOf(entry, id, name);
}

function methodOf(entry: unknown, id: string, name: string): LookUp {
  const member = name.slice(id.length + 1);
  const method = (entry as Record<string, unknown> | null)?.[member];
  // `toString` and the other methods that every object inherits are not handlers.
  const isOfAll = method === (Object.prototype as Readonly<Record<string, unknown>>)[member];
  if (isPlainFunction(method) && !isOfAll)
    return { entry, callable: method.bind(entry), source: method };
  throw AppError.noEntry(name, 'method', hintOf(entry));
}

function hintOf(entry: unknown): string | undefined {
  if (isThenable(entry)) return 'the entry is a promise: await it when you fill the container';
  return nameOfClass(entry) !== null ? ENTRY_IS_CLASS : undefined;
}

/**
 * Whether a value means that the entry is missing: `undefined`, or `null` from a container whose `has` is always true.
 */
function isNothing(entry: unknown, container: ContainerInterface): boolean {
  return entry === undefined || (entry === null && hasEverything(container));
}

/** @param isOptional whether the name can still be a method of another entry; then a missing entry is `undefined` */
function entryOf(container: ContainerInterface, name: string, isOptional: boolean): unknown {
  try {
    return container.get(name);
  } catch (error) {
    if (isOptional && hasEverything(container)) return undefined;
    throw error;
  }
}

function callableOf(entry: unknown): unknown {
  if (nameOfClass(entry) !== null) return entry;
  const { invoke, process, handle } = Object(entry) as Readonly<Record<string, unknown>>;
  const isCalled = typeof entry === 'function' || process !== undefined || handle !== undefined;
  return !isCalled && typeof invoke === 'function' ? (invoke.bind(entry) as unknown) : entry;
}

/** Whether a container's `has` is always true, so that it does not tell whether an entry exists. */
export function hasEverything(container: ContainerInterface): boolean {
  accepted<unknown>(methods('a container with has()', 'has'), container, 'hasEverything.container');
  return container.has('mortise: no entry');
}

/**
 * Returns what a name resolves to. If that fails, the result fails when its method is called, and then tries again.
 *
 * @param method of the result
 */
export function orFailing<T extends object>(create: () => T, method: keyof T & string): T {
  let made: T | undefined;
  try {
    return create();
  } catch {
    return {
      [method]: (...given: readonly unknown[]) =>
        ((made ??= create())[method] as (...given: readonly unknown[]) => unknown)(...given),
    } as T;
  }
}
