/** Options of an interface, each of which can be omitted or `undefined`, whatever the interface requires. */
export type Omittable<I> = { readonly [K in keyof I]?: I[K] | undefined };

/** Options of an interface with their defaults: none is omitted or `undefined`. */
export type Complete<I> = { readonly [K in keyof I]-?: Exclude<I[K], undefined> };
