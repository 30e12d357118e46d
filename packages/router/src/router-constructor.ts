import { type NamedPatterns, Router, type RouterOptions } from './router.js';

/** The constructor of {@link Router}: infers from the `colonPlaceholders` option whether `:name` is an argument. */
export interface RouterConstructor {
  new <Handler, Names extends NamedPatterns = NamedPatterns>(
    options?: RouterOptions & { readonly colonPlaceholders?: true | undefined },
  ): Router<Handler, Names>;
  new <Handler, Names extends NamedPatterns = NamedPatterns>(
    options: RouterOptions & { readonly colonPlaceholders: false },
  ): Router<Handler, Names, false>;
  new <Handler, Names extends NamedPatterns = NamedPatterns>(
    options: RouterOptions,
  ): Router<Handler, Names, boolean>;
}

/** A route table: finds the handler for a method and a path. It does not depend on requests, and calls no handler. */
export type TypedRouter<
  Handler,
  Names extends NamedPatterns = NamedPatterns,
  Colons extends boolean = true,
> = Router<Handler, Names, Colons>;

/** Creates a route table. Its type includes whether `:name` is an argument (the option `colonPlaceholders`). */
export const TypedRouter: RouterConstructor = Router;
