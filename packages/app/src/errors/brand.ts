const BRAND: unique symbol = Symbol.for('@mortise/app.brand');

/** Gives a class its name, and the brand by which `instanceof` knows its instances. */
export function brand(type: { readonly prototype: Error }, name: string): void {
  const own = Symbol.for(`@mortise/app.${name}`);
  Object.defineProperty(type, BRAND, { value: own });
  Object.defineProperty(type.prototype, own, { value: true });
  Object.defineProperty(type.prototype, 'name', {
    value: name,
    configurable: true,
    writable: true,
  });
}

/**
 * `instanceof` by brand, so that two copies of this package agree. A class below a branded one
 * bears none of its own, and behaves as usual.
 */
export function isInstance(type: object, value: unknown): boolean {
  const own = brandOf(type);
  return own === undefined
    ? Function.prototype[Symbol.hasInstance].call(type, value)
    : typeof value === 'object' && value !== null && own in value;
}

/** Whether a prototype is that of this very class, not of one below it. */
export function isPrototypeOfClass(
  prototype: object,
  type: { readonly prototype: object },
): boolean {
  const own = brandOf(type);
  return own === undefined ? prototype === type.prototype : Object.hasOwn(prototype, own);
}

function brandOf(type: object): symbol | undefined {
  return Object.hasOwn(type, BRAND) ? (type as { readonly [BRAND]?: symbol })[BRAND] : undefined;
}
