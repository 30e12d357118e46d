import type { AttributeKey, ServerRequestInterface } from '@mortise/http-message';
import { checkRequest } from '@mortise/base/message';
import type { ViewData } from './view-engine.js';

/**
 * The request attribute with data for every page that is rendered for the request; set it with {@link withViewData}.
 */
export const VIEW_DATA: AttributeKey<ViewData> = 'mortise.view-data';

/**
 * Returns the request with data for every page that is rendered for it. Use it in middleware:
 * `handler.handle(withViewData(request, { user }))`.
 *
 * @param data added to the data of outer layers. It overrides theirs, and the data passed to `render` overrides it
 */
export function withViewData<R extends ServerRequestInterface>(request: R, data: ViewData): R {
  checkRequest('withViewData', request, 'withAttribute');
  return request.withAttribute(VIEW_DATA, mergedData(request.getAttribute(VIEW_DATA), data));
}

/**
 * Merges data; later values override earlier ones.
 *
 * @returns an object with a null prototype, in which no name is special: names can come from a client
 */
export function mergedData(...all: readonly (ViewData | undefined)[]): ViewData {
  const merged = Object.create(null) as Record<string, unknown>;
  for (const data of all) Object.assign(merged, data);
  return merged;
}
