/** One value of a form: a text, a list, or a map; nested to any depth. `Leaf` is `string` but for trees of something else (uploaded files). */
export type FormValue<Leaf = string> = Leaf | readonly FormValue<Leaf>[] | FormMap<Leaf>;

/**
 * Values by name. Has a null prototype, so that every name is an ordinary one; `__proto__` is never
 * among them. Names that are integers come first, as in every JavaScript object.
 */
export type FormMap<Leaf = string> = { readonly [name: string]: FormValue<Leaf> };
