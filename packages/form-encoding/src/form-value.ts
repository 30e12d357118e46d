/**
 * One value of a form: text, a list or a map, nested to any depth. `Leaf` is `string`, except in trees of other values,
 * such as uploaded files.
 */
export type FormValue<Leaf = string> = Leaf | readonly FormValue<Leaf>[] | FormMap<Leaf>;

/**
 * Values keyed by name. The prototype is null, so every name is safe; `__proto__` is never a key. Integer names come
 * first, as in every JavaScript object.
 */
export type FormMap<Leaf = string> = { readonly [name: string]: FormValue<Leaf> };

/** A name and its value, decoded, as a form contains them. */
export type FormEntry<Leaf = string> = readonly [name: string, value: Leaf];
