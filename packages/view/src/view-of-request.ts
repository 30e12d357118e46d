import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { checkRequest } from '@mortise/base/message';
import { type RenderOptions, VIEW, type ViewInterface } from './view.js';
import type { ViewData } from './view-engine.js';
import { ViewError } from './view-error.js';

/**
 * Renders a page with the view of the request, and writes it to a response:
 * `return render(request, response, 'home', { user })`.
 *
 * @param template such as `'books/list'`
 * @param data default `{}`
 * @param options `{ layout: null }` for a page without the view's layout
 * @throws {ViewError} `VIEW_LAYER_MISSING` if the request has not passed through a view; otherwise like `render` of
 *   {@link ViewInterface}
 */
export function render<R extends ResponseInterface>(
  request: ServerRequestInterface,
  response: R,
  template: string,
  data?: ViewData,
  options?: RenderOptions,
): Awaitable<R> {
  checkRequest('render', request, 'getAttribute');
  return viewOf(request).render(request, response, template, data, options);
}

/**
 * Returns the view of a request, for example to call `fetch`.
 *
 * @throws {ViewError} `VIEW_LAYER_MISSING` if the request has not passed through a view
 */
export function viewOf(request: ServerRequestInterface): ViewInterface {
  checkRequest('viewOf', request, 'getAttribute');
  const view = request.getAttribute(VIEW);
  if (view !== undefined) return view;
  throw new ViewError(
    'VIEW_LAYER_MISSING',
    "the request has no view; add view({ engine }) to this route, its group or the application, or call the view's render()",
  );
}
