type Strings = Record<string, string>;

/**
 * An object that inherits nothing by name: its prototype is empty and has none itself, so
 * `__proto__` is an ordinary key. (`Object.create(null)` would be as safe, but several times slower to
 * make and to fill: V8 gives it a hash table.)
 */
export const NullObject = function () {
  // empty
} as unknown as new () => Strings;
NullObject.prototype = Object.freeze(Object.create(null) as Strings);
