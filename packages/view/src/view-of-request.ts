import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { type RenderOptions, VIEW, type ViewInterface } from './view.js';
import type { ViewData } from './view-engine.js';
import { ViewError } from './view-error.js';

/**
 * Writes a page to a response with the view of the request: `return render(request, response, 'home', { user })`.
 *
 * @param template such as `'books/list'`
 * @param data default `{}`
 * @param options `{ layout: null }` for a page without the layout of the view
 * @throws {ViewError} `VIEW_LAYER_MISSING` if the request passed through no view; otherwise like `render` of
 *   {@link ViewInterface}
 */
export function render<R extends ResponseInterface>(
  request: ServerRequestInterface,
  response: R,
  template: string,
  data?: ViewData,
  options?: RenderOptions,
): Awaitable<R> {
  return viewOf(request).render(request, response, template, data, options);
}

/**
 * Returns the view of a request, for its `fetch`.
 *
 * @throws {ViewError} `VIEW_LAYER_MISSING` if the request passed none
 */
export function viewOf(request: ServerRequestInterface): ViewInterface {
  const view = request.getAttribute(VIEW);
  if (view !== undefined) return view;
  throw new ViewError(
    'VIEW_LAYER_MISSING',
    'the request has no view; add view({ engine }) to this route, its group or the application, or call render() of the view',
  );
}
