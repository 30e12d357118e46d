import { type NamedPatterns, Router, type RouterOptions } from './router.js';

/** Creates a {@link Router} whose type includes the option `colonPlaceholders`: whether `:name` is an argument. */
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

/** A route table: takes methods and patterns, returns handlers. It does not depend on requests and calls no handler. */
export type TypedRouter<
  Handler,
  Names extends NamedPatterns = NamedPatterns,
  Colons extends boolean = true,
> = Router<Handler, Names, Colons>;

/** The type of a new router includes its option `colonPlaceholders`. */
export const TypedRouter: RouterConstructor = Router;
