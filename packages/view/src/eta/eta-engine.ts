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

  /** Appended to names without an extension: begins with a dot. Default `'.eta'`. */
  readonly extension?: string;

  /**
   * Whether compiled templates are kept in memory until the process ends. Otherwise the file is read for each page.
   * Default: `true` if `NODE_ENV` is `production`.
   */
  readonly cache?: boolean;

  /** Whether templates can use `await`; then pages are rendered asynchronously. Default `false`. */
  readonly async?: boolean;
}

const EXTENSION = /^(?:\.[\w-]+)+$/;
const HELPERS = Symbol('helpers');
/** Marks the data of the page and of its layouts, and not those of the partials that they include. */
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
 * Renders the templates of a folder with Eta. A template reads its data from `it`, and calls helpers of `view`:
 * `<%= view.urlFor('book', { id: it.book.id }) %>`. Partials and layouts get both. `<%= %>` escapes, `<%~ %>` does not.
 *
 * The folder must be trusted, because templates are code. Template names and included files must be below it, even if they
 * are symbolic links.
 *
 * @throws {OptionError} if an option is unknown or has a wrong value
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
      // Eta's blocks are in a member of the data, which it prints unescaped: data of a client must not set it.
      const it = Object.assign(Object.create(null) as object, data, {
        [HELPERS]: view,
        [PAGE]: true,
        __blocks: undefined,
      });
      // Eta would look up a name that begins with "@" elsewhere.
      const name = `/${template}`;
      try {
        return async ? eta.renderAsync(name, it) : eta.render(name, it);
      } catch (error) {
        // Eta reports a partial or a layout that does not exist with the place of the template that names it.
        if (error instanceof TemplateMissing) return null;
        throw error;
      }
    },
  };
}

function createEta(files: TemplateFiles, cache: boolean): Eta {
  // `debug` is what counts lines. Includes spread `it`, which copies enumerable symbols.
  // Eta's `layout(null)` drops its own layout; in a page it drops that of the view too.
  // A template is a method of the engine, where it finds the symbols.
  const functionHeader = `const view = it[this.symbols.helpers];
{ const own = layout, { page } = this.symbols, isPage = it[page] === true;
if (isPage) Object.defineProperty(it, page, { enumerable: false });
layout = (path, data) => { if (isPage && path === null) view.layout(null); own(path, isPage ? { ...data, [page]: true } : data); }; }`;
  // Eta's own takes twice as long, half of the time of a long list.
  const escapeFunction = (value: unknown): string => escapeHtml(String(value));
  const eta = Object.assign(new Eta({ cache, debug: true, functionHeader, escapeFunction }), {
    symbols: { helpers: HELPERS, page: PAGE },
  });
  // Eta's own caches the name of every include, without a limit, and does not resolve symbolic links.
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

/** @returns `null` if it is neither a path nor a `file:` URL */
function pathOf(root: unknown): string | null {
  if (root instanceof URL) return root.protocol === 'file:' ? fileURLToPath(root) : null;
  // An empty path would be the working directory.
  return typeof root === 'string' && root !== '' ? resolve(root) : null;
}
