import { type NamedPatterns, Router as RouterClass, type RouterOptions } from './router.js';

/** Creates a {@link Router} whose type includes the option `colonPlaceholders`: whether `:name` is an argument. */
export interface RouterConstructor {
  new <Handler, Names extends NamedPatterns = NamedPatterns>(
    options?: RouterOptions & { readonly colonPlaceholders?: true },
  ): RouterClass<Handler, Names>;
  new <Handler, Names extends NamedPatterns = NamedPatterns>(
    options: RouterOptions & { readonly colonPlaceholders: false },
  ): RouterClass<Handler, Names, false>;
  new <Handler, Names extends NamedPatterns = NamedPatterns>(
    options: RouterOptions,
  ): RouterClass<Handler, Names, boolean>;
}

/** A route table: takes methods and patterns, returns handlers. It does not depend on requests and calls no handler. */
export type Router<
  Handler,
  Names extends NamedPatterns = NamedPatterns,
  Colons extends boolean = true,
> = RouterClass<Handler, Names, Colons>;

/** See the type of the same name. */
export const Router: RouterConstructor = RouterClass;
