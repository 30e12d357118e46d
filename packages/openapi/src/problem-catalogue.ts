import type { AppInterface, VariantTypes } from '@mortise/app';
import { describedRoutes } from './described-route.js';

/** A kind of problem that an application describes. */
export interface CatalogueEntry {
  readonly code: string;
  readonly status: number;
  readonly title: string;

  /** The URI of the kind; `about:blank` if the problem does not define one. */
  readonly type: string;

  /** The routes that list the problem, in registration order, such as `GET /books/{id}`. */
  readonly routes: readonly string[];
}

/** Returns the kinds of problems that an application's routes list, sorted by code. */
export function problemCatalogue<T extends VariantTypes>(
  app: AppInterface<T>,
): readonly CatalogueEntry[] {
  const entries = new Map<string, CatalogueEntry>();
  for (const { description, label } of describedRoutes(app)) {
    for (const { options } of description.problems ?? []) {
      const { code, status, title, type = 'about:blank' } = options;
      const routes = [...(entries.get(code)?.routes ?? []), label];
      entries.set(code, { code, status, title, type, routes });
    }
  }
  return [...entries.values()].sort((one, other) => (one.code < other.code ? -1 : 1));
}
