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

/** The fallback page of a single-page application. */
export interface FallbackOptions {
  /** Path of the page below the root, such as `'index.html'`. It must exist. */
  readonly file: string;

  /** Paths that never get the page, including everything below them; written like `prefix`. Default: `['/api']`. */
  readonly exclude?: readonly string[] | undefined;
}

/** The checked fallback. */
export interface Fallback {
  /** The segments of the page below the root. */
  readonly names: readonly string[];

  /** Canonical paths. */
  readonly exclude: readonly string[];
}

const declared = options<FallbackOptions>()('fallback', {
  file: rule((file) => typeof file === 'string', 'a file path below the root'),
  exclude: or(list(nested(checkedBasePath), 'a list of paths'), ['/api']),
});

/**
 * Checks the option.
 *
 * @param path the option's name, for errors
 * @returns `null` if the option is omitted
 * @throws {OptionError} if it is invalid, or the page does not exist
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
  ensure(names !== null && isPage === true, path, file, `a file path below ${root}`);
  return { names: names ?? [], exclude };
}

/**
 * Decides whether a request that matches no file gets the page: a browser must open a path that is not excluded and has
 * no route. Paths with a dot in the last name, or with a name that begins with a dot, are treated as assets.
 *
 * @param prefix the canonical prefix
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
    // Outside an application, there are no routes.
    (request.getAttribute(ROUTES)?.collector.methodsFor(path).length ?? 0) === 0
  );
}

/**
 * Whether `Accept` names HTML. Browsers send it for pages, but not for scripts, images and fetches; programs accept any
 * type.
 */
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
