import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { escapeHtml } from '@mortise/base';
import { boolean, ensure, nested, optional, options, or, rule } from '@mortise/base/options';
import type { Awaitable } from '@mortise/http-message';
import { Eta } from 'eta';
import type { ViewEngineInterface } from '../view-engine.js';
import { TemplateFault } from './template-fault.js';
import { TemplateFiles, TemplateMissing } from './template-files.js';

/** Options of {@link etaEngine}. */
export interface EtaEngineOptions {
  /** The folder of the templates: a path, or a `file:` URL such as `new URL('./views', import.meta.url)`. It must exist. */
  readonly root: string | URL;

  /** Appended to names without an extension; begins with a dot. Default `'.eta'`. */
  readonly extension?: string | undefined;

  /**
   * Whether compiled templates are kept in memory until the process ends. With `false`, the file is read for each page.
   * Default: `true` if `NODE_ENV` is `production`.
   */
  readonly cache?: boolean | undefined;

  /**
   * Whether templates can use `await`, `includeAsync` and `blockAsync`; pages are then rendered asynchronously.
   * Default: `false`.
   */
  readonly async?: boolean | undefined;
}

const EXTENSION = /^(?:\.[\w-]+)+$/;
const HELPERS = Symbol('helpers');
/** Marks the data of a page and its layouts, but not of the partials that they include. */
const PAGE = Symbol('page');
const declared = options<EtaEngineOptions>()('etaEngine', {
  root: nested(checkedRoot),
  extension: or(
    rule(
      (text) => typeof text === 'string' && EXTENSION.test(text),
      'an extension, such as ".eta"',
    ),
    '.eta',
  ),
  cache: optional(boolean),
  async: or(boolean, false),
});

/**
 * Creates an engine that renders the templates in a folder with Eta. A template reads its data from `it`, and calls
 * helpers on `view`: `<%= view.urlFor('book', { id: it.book.id }) %>`. Partials and layouts get both. `<%= %>` escapes,
 * `<%~ %>` does not.
 *
 * The folder must be trusted, because templates are code. Templates and included files must be below it, even after
 * symbolic links are resolved.
 *
 * @throws {OptionError} `OPTION_INVALID` for an unknown option or an invalid value
 */
export function etaEngine(given: EtaEngineOptions): ViewEngineInterface {
  const {
    root,
    extension,
    async,
    cache = process.env['NODE_ENV'] === 'production',
  } = declared(given);
  const files = new TemplateFiles(root, extension);
  const eta = createEta(files, cache);
  return {
    render(template, data, view): Awaitable<string | null> {
      // Eta keeps its blocks in a member of the data, and prints them unescaped: data from a client must not set them.
      const it = Object.assign(Object.create(null) as object, data, {
        [HELPERS]: view,
        [PAGE]: true,
        __blocks: undefined,
      });
      // With the slash, Eta does not treat a name that begins with "@" specially.
      const name = `/${template}`;
      try {
        return async ? eta.renderAsync(name, it) : eta.render(name, it);
      } catch (error) {
        // Only for the page itself: Eta reports a missing partial or layout as an error in the template that names it.
        if (error instanceof TemplateMissing) return null;
        throw error;
      }
    },
  };
}

function createEta(files: TemplateFiles, cache: boolean): Eta {
  // `debug` makes Eta count lines. Includes spread `it`, which copies enumerable symbols. Eta's `layout` sets its own
  // layout; in a page it also replaces the view's. A template is a method of the engine, so it finds the symbols in
  // `this`.
  const functionHeader = `const view = it[this.symbols.helpers];
{ const own = layout, { page } = this.symbols, isPage = it[page] === true;
if (isPage) Object.defineProperty(it, page, { enumerable: false });
layout = (path, data) => { if (isPage) view.layout(null); own(path, isPage ? { ...data, [page]: true } : data); }; }`;
  // Eta's own function takes twice as long: half of the time for a long list.
  const escapeFunction = (value: unknown): string => escapeHtml(String(value));
  const eta = Object.assign(new Eta({ cache, debug: true, functionHeader, escapeFunction }), {
    symbols: { helpers: HELPERS, page: PAGE },
  });
  // Eta's own method caches the name of every include, without a limit, and does not resolve symbolic links.
  eta.resolvePath = (name, meta) => files.pathOf(name, meta?.filepath);
  eta.readFile = (path) => files.read(path);
  eta.RuntimeErr = (error, _source, line, path) => {
    throw (error as unknown) instanceof TemplateFault
      ? error
      : TemplateFault.of(files.nameOf(path), line, error);
  };
  const compile = eta.compile;
  eta.compile = (source, meta) => {
    try {
      return compile.call(eta, source, meta);
    } catch (error) {
      throw TemplateFault.ofSyntax(files.nameOf(meta?.filepath ?? ''), error as Error);
    }
  };
  return eta;
}

function checkedRoot(root: string | URL, option: string): string {
  const path = pathOf(root);
  const isFolder =
    path !== null && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const shown = root instanceof URL ? root.href : root;
  ensure(isFolder, option, shown, 'an existing folder');
  return path ?? '';
}

/** @returns the absolute path; `null` if `root` is neither a path nor a `file:` URL */
function pathOf(root: unknown): string | null {
  if (root instanceof URL) return root.protocol === 'file:' ? fileURLToPath(root) : null;
  // An empty path would mean the working directory.
  return typeof root === 'string' && root !== '' ? resolve(root) : null;
}
