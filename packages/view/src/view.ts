import { andThen, isThenable } from '@mortise/base';
import {
  accepted,
  callable,
  ensure,
  methods,
  optional,
  options,
  or,
  rule,
} from '@mortise/base/options';
import type {
  AttributeKey,
  Awaitable,
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { renderTemplate } from './render-template.js';
import { requestHelpers } from './request-helpers.js';
import { isTemplateName } from './template-name.js';
import { mergedData, VIEW_DATA } from './view-data.js';
import type { ViewData, ViewEngineInterface } from './view-engine.js';
import type { ViewHelpers } from './view-helpers.js';
import { writePage } from './write-page.js';

/** Options of {@link view}. */
export interface ViewOptions {
  /** Renders the templates. */
  readonly engine: ViewEngineInterface;

  /** Data for every template. The request's data overrides it, and the call's data overrides both. Default: none. */
  readonly data?: ViewData;

  /**
   * A template around every page of `render`, not around text of `fetch`. It gets the same data, and the page, which is
   * already HTML, as `body`. Default: none.
   */
  readonly layout?: string;

  /**
   * Returns more functions for templates by name; a name of {@link ViewHelpers} replaces that function. Called for each
   * rendering; `request` is `null` for text without one.
   */
  readonly helpers?: (request: ServerRequestInterface | null) => Readonly<Record<string, unknown>>;
}

/** Options of one rendering. */
export interface RenderOptions {
  /** A template instead of the layout of the view; `null` for none. */
  readonly layout?: string | null;
}

/** Renders pages. As middleware, it becomes the view of the requests that pass through it, for this package's `render`. */
export interface ViewInterface extends MiddlewareInterface {
  /**
   * Writes a page to a response: as `text/html; charset=utf-8`, unless it already has a type. The status stays.
   *
   * @param response its body is written to, after the whole page was rendered
   * @param template such as `'books/list'`; see `isTemplateName`
   * @param data default `{}`; overrides the request's data, which overrides the `data` option
   * @param options `layout`: another one for this page, or `null` for none. A template can override it with
   *   `view.layout(...)`
   * @returns synchronously if the engine does
   * @throws {ViewError} `TEMPLATE_NAME_INVALID`, `TEMPLATE_NOT_FOUND` or `TEMPLATE_FAILED`, of the layout too
   */
  render<R extends ResponseInterface>(
    request: ServerRequestInterface,
    response: R,
    template: string,
    data?: ViewData,
    options?: RenderOptions,
  ): Awaitable<R>;

  /**
   * Returns the text of a template, without the layout: for an e-mail, or a part of a page.
   *
   * @param request for the helpers that need one, and for its data; default: none
   * @throws {ViewError} like {@link render}
   */
  fetch(
    template: string,
    data?: ViewData,
    request?: ServerRequestInterface | null,
  ): Awaitable<string>;
}

/** The view of a request, set by {@link view}; the inner of two wins. */
export const VIEW: AttributeKey<ViewInterface> = 'mortise.view';

const A_LAYOUT = 'the name of a template, such as "layouts/page"';
const data = rule<ViewData>(isPlainData, 'an object of values by name');
const declared = options<ViewOptions>()('view', {
  engine: methods('an object with render()', 'render'),
  data: or(data, {}),
  layout: optional(rule(isTemplateName, A_LAYOUT)),
  helpers: or(callable, () => ({})),
});
const declaredRendering = options<RenderOptions>()('render', {
  layout: optional(rule((name) => name === null || isTemplateName(name), `${A_LAYOUT}, or null`)),
});

/**
 * Creates a view: the templates of one engine, with their shared data. Add it to the application, so that handlers find it
 * in the request, or call its methods.
 *
 * @throws {OptionError} if an option is unknown or has a wrong value
 */
export function view(given: ViewOptions): ViewInterface {
  const { engine, data: shared, layout, helpers } = declared(given);

  const text = (
    request: ServerRequestInterface | null,
    template: string,
    own: ViewData,
    choose: (layout: string | null) => void = () => undefined,
  ): [ViewData, ViewHelpers, Awaitable<string>] => {
    accepted(data, own, 'render.data');
    const merged = mergedData(shared, request?.getAttribute(VIEW_DATA), own);
    const added = helpers(request);
    const expected = 'a function that returns an object of functions';
    ensure(isPlainData(added), 'view.helpers', added, expected);
    const functions = requestHelpers(request, { layout: choose, ...added });
    return [merged, functions, renderTemplate(engine, template, merged, functions)];
  };

  const self: ViewInterface & { readonly name: string } = {
    name: 'view',
    process: (request, handler) => handler.handle(request.withAttribute(VIEW, self)),
    fetch: (template, values = {}, request = null) => text(request, template, values)[2],
    render(request, response, template, values = {}, rendering = {}) {
      const { layout: chosenLayout = layout ?? null } = declaredRendering(rendering);
      let frame = chosenLayout;
      const [all, functions, page] = text(request, template, values, (chosen) => {
        frame = chosen;
      });
      const framed = andThen(page, (body) =>
        frame === null ? body : renderTemplate(engine, frame, mergedData(all, { body }), functions),
      );
      return andThen(framed, (content) => writePage(response, content));
    },
  } satisfies ViewInterface & { readonly name: string };
  return self;
}

/** A promise has no values: an `await` is missing. */
function isPlainData(data: unknown): boolean {
  return typeof data === 'object' && data !== null && !Array.isArray(data) && !isThenable(data);
}
