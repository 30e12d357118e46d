import { isPlainFunction, isThenable, nameOfClass, quote } from '@mortise/base';
import { AppError } from './app-error.js';

/**
 * Resolves middleware and callbacks by name.
 *
 * @see PSR-11
 */
export interface ContainerInterface {
  /** @returns whether {@link get} would return an entry */
  has(id: string): boolean;

  /**
   * @returns the entry; read once for each place that names it, at the first request
   * @throws any error of the container, for an entry that is missing or cannot be created
   */
  get(id: string): unknown;
}

/**
 * Resolves a name to a container entry, or to a method of it: `'name'`, `'name:method'`. An entry without a method's
 * name that is not a function, but has `invoke`, is called by it, as PHP calls `__invoke`.
 *
 * @throws {AppError} `CONTAINER_MISSING`, `CONTAINER_ENTRY_MISSING`
 */
export function resolve(container: ContainerInterface | null, name: string): unknown {
  return lookUp(container, name).callable;
}

/** What a name refers to. */
export interface LookUp {
  /** As the container returned it. */
  readonly entry: unknown;
  /** The entry, or a method that is bound to it. */
  readonly callable: unknown;
}

/** Like {@link resolve}, with the entry itself. */
export function lookUp(container: ContainerInterface | null, name: string): LookUp {
  if (container === null) {
    const message = `the name ${quote(name)} cannot be resolved: the application has no container; pass one to createApp({ container })`;
    throw new AppError('CONTAINER_MISSING', message, name);
  }
  const colon = name.lastIndexOf(':');
  // A container whose `has` is always true has `name:method` too, but not as an entry.
  const whole = container.has(name) ? entryOf(container, name, colon > 0) : undefined;
  if (!isNothing(whole, container)) return { entry: whole, callable: callableOf(whole) };
  const id = colon < 0 ? name : name.slice(0, colon);
  if (id.endsWith(':')) {
    const hint = `write ${quote(name.replace('::', ':'))}, with one colon`;
    throw AppError.noEntry(name, 'entry', hint);
  }
  if (colon < 1 || !container.has(id)) throw AppError.noEntry(id === '' ? name : id);
  const entry = container.get(id);
  if (isNothing(entry, container)) throw AppError.noEntry(id);
  return methodOf(entry, id, name);
}

function methodOf(entry: unknown, id: string, name: string): LookUp {
  const member = name.slice(id.length + 1);
  const method = (entry as Record<string, unknown> | null)?.[member];
  // `toString` and the others of every object are nobody's handler.
  const isOfAll = method === (Object.prototype as Readonly<Record<string, unknown>>)[member];
  if (isPlainFunction(method) && !isOfAll) return { entry, callable: method.bind(entry) };
  throw AppError.noEntry(name, 'method', hintOf(entry));
}

function hintOf(entry: unknown): string | undefined {
  if (isThenable(entry)) return 'the entry is a promise: await it when you fill the container';
  return nameOfClass(entry) !== null ? 'the entry is a class: return an instance of it' : undefined;
}

/** Whether a value is what a container whose `has` is always true can return for an entry that it does not have. */
function isNothing(entry: unknown, container: ContainerInterface): boolean {
  return entry === undefined || (entry === null && container.has(NO_ENTRY));
}

/** @param isOptional whether a missing entry can still be a method of another: then `undefined` */
function entryOf(container: ContainerInterface, name: string, isOptional: boolean): unknown {
  try {
    return container.get(name);
  } catch (error) {
    if (isOptional && container.has(NO_ENTRY)) return undefined;
    throw error;
  }
}

function callableOf(entry: unknown): unknown {
  if (nameOfClass(entry) !== null) return entry;
  const { invoke, process, handle } = Object(entry) as Readonly<Record<string, unknown>>;
  const isCalled = typeof entry === 'function' || process !== undefined || handle !== undefined;
  return !isCalled && typeof invoke === 'function' ? (invoke.bind(entry) as unknown) : entry;
}

/** No container has this entry, unless it has every one. */
const NO_ENTRY = 'mortise: no entry';
