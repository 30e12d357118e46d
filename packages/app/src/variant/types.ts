/**
 * The types of one way of writing an application: what it takes as middleware, and what answers a
 * route. `args` is filled in from the pattern of each route, so that a callback may speak of it:
 * `readonly callback: (request: Request, args: this['args']) => Response`.
 */
export interface VariantTypes {
  readonly args: unknown;
  readonly middleware: unknown;
  readonly callback: unknown;
}

/** The type of a callback under a variant, for a route whose arguments are `Args`. */
export type CallbackOf<T extends VariantTypes, Args> = (T & { readonly args: Args })['callback'];
