/** One value of a form: text, a list, or a map; nested to any depth. `Leaf` is `string`, except in trees of other values (uploaded files). */
export type FormValue<Leaf = string> = Leaf | readonly FormValue<Leaf>[] | FormMap<Leaf>;

/**
 * Values by name. Has a null prototype, so that no name is special; `__proto__` is never
 * a key. Names that are integers come first, as in every JavaScript object.
 */
export type FormMap<Leaf = string> = { readonly [name: string]: FormValue<Leaf> };
