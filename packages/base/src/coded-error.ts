import { BRAND, brandSymbol } from './symbols.js';

/**
 * An error with a stable code.
 *
 * A subclass calls {@link brand} in a static block, so that `instanceof` compares brands, and two copies of a package,
 * such as its ESM and CommonJS builds, recognize each other's errors.
 */
export class CodedError<Code extends string = string> extends Error {
  /** A stable identifier in capitals (`'BODY_TOO_LARGE'`). `message` is human-readable and may change. */
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  static override [Symbol.hasInstance](this: object, value: unknown): boolean {
    return isInstance(this, value);
  }
}

/**
 * Gives an error the value that it is about. The member `value` is not enumerable, so that loggers and consoles do not
 * print it: it can be a secret.
 */
export function hideValue(error: Error, value: unknown): void {
  Object.defineProperty(error, 'value', { value, writable: true, configurable: true });
}

/**
 * Brands an error class. Its instances get the last part of `path` as their `name`. For `instanceof` to compare brands,
 * the class needs {@link isInstance}, which {@link CodedError} has.
 *
 * @param path of the class, the same in all copies of a package: `'@mortise/node/NodeAdapterError'`
 */
export function brand(type: { readonly prototype: Error }, path: string): void {
  const own = brandSymbol(path);
  Object.defineProperty(type, BRAND, { value: own });
  const name = path.slice(path.lastIndexOf('/') + 1);
  Object.defineProperty(type.prototype, own, { value: true });
  Object.defineProperty(type.prototype, 'name', {
    value: name,
    configurable: true,
    writable: true,
  });
}

/**
 * Implements `[Symbol.hasInstance]` of a class by comparing brands. A class without its own brand, such as one derived
 * by an application, behaves as usual.
 */
export function isInstance(type: object, value: unknown): boolean {
  const own = brandOf(type);
  return own === undefined
    ? Function.prototype[Symbol.hasInstance].call(type, value)
    : typeof value === 'object' && value !== null && own in value;
}

/** Whether a prototype belongs to this class, in any copy of its package, and not to a subclass. */
export function isPrototypeOfClass(
  prototype: object,
  type: { readonly prototype: object },
): boolean {
  const own = brandOf(type);
  return own === undefined ? prototype === type.prototype : Object.hasOwn(prototype, own);
}

/** Returns a class's own brand; a class derived from a branded one has none. */
function brandOf(type: object): symbol | undefined {
  return Object.hasOwn(type, BRAND) ? (type as { readonly [BRAND]: symbol })[BRAND] : undefined;
}
