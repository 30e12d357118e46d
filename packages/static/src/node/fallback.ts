import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES } from '@mortise/base/keys';
import { receivedPath } from '@mortise/base/message';
import { ensure, list, nested, options, or, rule } from '@mortise/base/options';
import type { ServerRequestInterface } from '@mortise/http-message';
import {
  canonicalPath,
  checkedBasePath,
  decodePercent,
  parseQualityList,
  pathBelow,
} from '@mortise/http-syntax';
import { filePath } from '../file-path.js';

/** The page of a single-page application. */
export interface FallbackOptions {
  /** The page, below the root: `'index.html'`. It must exist. */
  readonly file: string;

  /** Paths that, with everything below them, never get the page; written like `prefix`. Default: `['/api']`. */
  readonly exclude?: readonly string[];
}

/** The checked fallback. */
export interface Fallback {
  /** The segments of the page below the root. */
  readonly names: readonly string[];

  /** Canonical. */
  readonly exclude: readonly string[];
}

const declared = options<FallbackOptions>()('fallback', {
  file: rule((file) => typeof file === 'string', 'the path of a file below the root'),
  exclude: or(list(nested(checkedBasePath), 'a list of paths'), ['/api']),
});

/**
 * @param path of the option
 * @returns `null` if it is omitted
 * @throws {OptionError} `OPTION_INVALID`
 */
export function fallbackOf(
  given: string | FallbackOptions | undefined,
  root: string,
  path: string,
): Fallback | null {
  if (given === undefined) return null;
  const { file, exclude } = declared(typeof given === 'string' ? { file: given } : given, path);
  const names = filePath(`/${file}`, { dotfiles: true, isWindows: false });
  const isPage =
    names !== null && statSync(join(root, ...names), { throwIfNoEntry: false })?.isFile();
  ensure(names !== null && isPage === true, path, file, `the path of a file below ${root}`);
  return { names: names ?? [], exclude };
}

/**
 * Decides whether a request that no file answers gets the page: a browser opens a path that is not that of an asset (a
 * name with a dot, or below a name that begins with one), is not excluded, and has no route.
 *
 * @param prefix canonical
 */
export function getsFallback(
  request: ServerRequestInterface,
  { exclude }: Fallback,
  prefix: string,
): boolean {
  const method = request.getMethod();
  if (method !== 'GET' && method !== 'HEAD') return false;
  const path = receivedPath(request) ?? request.getUri().getPath();
  const below = pathBelow(path, prefix);
  return (
    below !== null &&
    acceptsHtml(request.getHeaderLine('Accept')) &&
    isPagePath(below) &&
    exclude.every((each) => pathBelow(path, each) === null) &&
    // Outside an application no routes are known.
    (request.getAttribute(ROUTES)?.collector.methodsFor(path).length ?? 0) === 0
  );
}

/** Whether HTML is named: browsers do so for pages, not for scripts, images and calls; any type is what programs accept. */
function acceptsHtml(accept: string): boolean {
  return parseQualityList(accept).some(
    ({ value, quality }) => value === 'text/html' && quality > 0,
  );
}

function isPagePath(path: string): boolean {
  const segments = (canonicalPath(path) ?? '.').split('/').map(decodePercent);
  return (
    segments.every((segment) => segment !== null && !segment.startsWith('.')) &&
    segments.at(-1)?.includes('.') === false
  );
}
