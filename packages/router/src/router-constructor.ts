import { type NamedPatterns, Router as RouterClass, type RouterOptions } from './router.js';

/** Makes a {@link Router} whose type knows the option `colonPlaceholders`: `:name` gives an argument or does not. */
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

/** A table of routes: methods and patterns in, handlers out. It knows no request and calls no handler. */
export type Router<
  Handler,
  Names extends NamedPatterns = NamedPatterns,
  Colons extends boolean = true,
> = RouterClass<Handler, Names, Colons>;

/** See the type of the same name. */
export const Router: RouterConstructor = RouterClass;
