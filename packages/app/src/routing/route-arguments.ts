/** The arguments of a route by name, decoded, on an object with a null prototype. */
export type RouteArguments = Readonly<Record<string, string>>;

/** Merges arguments, later ones override earlier ones, on a null prototype: no name is special. */
export function mergeArguments(...all: readonly RouteArguments[]): RouteArguments {
  return Object.assign(Object.create(null) as Record<string, string>, ...all) as RouteArguments;
}
