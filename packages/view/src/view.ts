import { andThen, isThenable } from '@mortise/base';
import {
  accepted,
  ensure,
  methods,
  optional,
  options,
  or,
  rule,
  synchronous,
} from '@mortise/base/options';
import { checkRequest } from '@mortise/base/message';
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
  /** The engine that renders the templates. */
  readonly engine: ViewEngineInterface;

  /** Data for every template. The request's data overrides it, and the call's data overrides both. Default: none. */
  readonly data?: ViewData | undefined;

  /**
   * A template that wraps every page of `render`, but not the text of `fetch`. It gets the same data, and the page as
   * `it.body`, which is already HTML. Default: none.
   */
  readonly layout?: string | undefined;

  /**
   * Returns additional functions for templates, by name. They override {@link ViewHelpers} of the same name. Called for
   * each rendering, with `null` if there is no request.
   */
  readonly helpers?:
    | ((request: ServerRequestInterface | null) => Readonly<Record<string, unknown>>)
    | undefined;
}

/** Options of one rendering. */
export interface RenderOptions {
  /** The layout of this page; `null` for none. Default: the view's layout. */
  readonly layout?: string | null | undefined;
}

/**
 * Renders pages. As middleware, it attaches itself to the requests that pass through it, for this package's `render`.
 */
export interface ViewInterface extends MiddlewareInterface {
  /**
   * Renders a page and writes it to a response: as `text/html; charset=utf-8`, unless it already has a type. The status
   * is unchanged.
   *
   * @param response its body is written to once the whole page is rendered
   * @param template such as `'books/list'`; see `isTemplateName`
   * @param data default `{}`; overrides the request's data, which overrides the `data` option
   * @param options `layout`: another layout for this page, or `null` for none. A template can override it with
   *   `view.layout(...)`
   * @returns the response, synchronously if the engine renders synchronously
   * @throws {ViewError} `TEMPLATE_NAME_INVALID`, `TEMPLATE_NOT_FOUND` or `TEMPLATE_FAILED`, for the page or its layout
   */
  render<R extends ResponseInterface>(
    request: ServerRequestInterface,
    response: R,
    template: string,
    data?: ViewData,
    options?: RenderOptions,
  ): Awaitable<R>;

  /**
   * Returns the rendered text of a template, without the layout, for an e-mail or a part of a page.
   *
   * @param request used by helpers that need one, and for its data; default: none
   * @throws {ViewError} like {@link render}
   */
  fetch(
    template: string,
    data?: ViewData,
    request?: ServerRequestInterface | null,
  ): Awaitable<string>;
}

/** The request attribute with the view, set by {@link view}. If there are several, the innermost wins. */
export const VIEW: AttributeKey<ViewInterface> = 'mortise.view';

const A_LAYOUT = 'a template name, such as "layouts/page"';
const data = rule<ViewData>(isPlainData, 'an object of values by name');
const ENGINE = 'engine: etaEngine({ root }), from @mortise/view/eta';
const declared = options<ViewOptions>()(
  'view',
  {
    engine: methods(
      'an engine, an object with render(): view({ engine: etaEngine({ root }) })',
      'render',
    ),
    data: or(data, {}),
    layout: optional(rule(isTemplateName, A_LAYOUT)),
    helpers: or(synchronous, () => ({})),
  },
  { path: ENGINE, root: ENGINE, views: ENGINE, templates: ENGINE },
);
const declaredRendering = options<RenderOptions>()('render', {
  layout: optional(rule((name) => name === null || isTemplateName(name), `${A_LAYOUT}, or null`)),
});

/**
 * Creates a view, which renders the templates of one engine with shared data. Add it to the application, so that
 * handlers can call `render(request, ...)`, or call its methods.
 *
 * @throws {OptionError} `OPTION_INVALID` for an unknown option or an invalid value
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
      checkRequest('view.render', request, 'getAttribute');
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

/** Rejects a promise, which has no values: an `await` is missing. */
function isPlainData(data: unknown): boolean {
  return typeof data === 'object' && data !== null && !Array.isArray(data) && !isThenable(data);
}
