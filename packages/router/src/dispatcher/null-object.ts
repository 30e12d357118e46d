type Strings = Record<string, string>;

/**
 * An object that inherits nothing by name: its prototype is empty and has no prototype, so
 * `__proto__` is an ordinary key. (`Object.create(null)` is equally safe, but several times slower to
 * create and to fill, because V8 gives it a hash table.)
 */
export const NullObject = function () {
  // empty
} as unknown as new () => Strings;
NullObject.prototype = Object.freeze(Object.create(null) as Strings);
