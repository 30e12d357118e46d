import { type NamedPatterns, Router, type RouterOptions } from './router.js';

/** The constructor of {@link Router}: infers from the `colonPlaceholders` option whether `:name` is an argument. */
export interface RouterConstructor {
  new <Handler, Names extends NamedPatterns = NamedPatterns>(
    options?: RouterOptions & { readonly colonPlaceholders?: true },
  ): Router<Handler, Names>;
  new <Handler, Names extends NamedPatterns = NamedPatterns>(
    options: RouterOptions & { readonly colonPlaceholders: false },
  ): Router<Handler, Names, false>;
  new <Handler, Names extends NamedPatterns = NamedPatterns>(
    options: RouterOptions,
  ): Router<Handler, Names, boolean>;
}

/** A route table: finds the handler for a method and a path. See {@link Router}. */
export type TypedRouter<
  Handler,
  Names extends NamedPatterns = NamedPatterns,
  Colons extends boolean = true,
> = Router<Handler, Names, Colons>;

/** {@link Router} with a constructor that infers the type from the `colonPlaceholders` option. */
export const TypedRouter: RouterConstructor = Router;
