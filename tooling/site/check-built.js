/**
 * The rules that the built files show, for every page: a link to a page, section or file that does not exist, a
 * request that leaves the site or that nothing answers, a picture without a text, a page without a description of its
 * own, a diagram that was not drawn.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { filesIn } from '../setup/packages.js';
import { readBuiltPage } from './built-page.js';
import { built } from './places.js';

const HERE = 'http://site.invalid';

/** @returns every page of the built site but that of unknown addresses, see {@link readBuiltPage} */
export function readBuiltPages(folder = built) {
  return filesIn(folder, '.html')
    .filter((path) => path !== join(folder, '404.html'))
    .map((path) => readBuiltPage(addressOf(path, folder), readFileSync(path, 'utf8')));
}

/** @returns {string[]} one sentence for each fault */
export function builtFaults(pages, folder = built) {
  const ids = new Map(pages.map((page) => [page.path, page.ids]));
  const faults = pages.flatMap((page) => [
    ...[...page.links].map((href) => linkFault(href, page.path, ids, folder)),
    ...[...page.requests].map((href) => requestFault(href, page.path, folder)),
    ...page.images
      .filter(({ alt }) => alt === '')
      .map(({ src }) => `${page.path}: the picture ${src} has no text`),
    page.parts.has('.language-mermaid') ? `${page.path}: a diagram is shown as text` : null,
  ]);
  return [...new Set([...faults, ...styleFaults(folder), ...sameDescriptions(pages)])].filter(
    Boolean,
  );
}

function linkFault(href, path, ids, folder) {
  const { origin, pathname, hash } = new URL(href, HERE + path);
  if (origin !== HERE) return null;
  if (pathname.startsWith('/files/'))
    return isFile(folder, pathname) ? null : `${path}: no file ${pathname}`;
  const sections = ids.get(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
  if (sections === undefined) return `${path}: no page ${pathname}`;
  if (hash === '' || sections.has(decodeURIComponent(hash.slice(1)))) return null;
  return `${path}: no section ${hash} in ${pathname}`;
}

function requestFault(href, path, folder) {
  const { origin, protocol, pathname } = new URL(href, HERE + path);
  if (protocol === 'data:') return null;
  if (origin !== HERE) return `${path}: asks for ${href}`;
  return isFile(folder, pathname) ? null : `${path}: no file ${pathname}`;
}

/** What style sheets request: fonts, pictures, other style sheets. */
function styleFaults(folder) {
  return filesIn(folder, '.css').flatMap((path) => {
    const css = readFileSync(path, 'utf8');
    return [...css.matchAll(/(?:url\(|@import )\s*["']?([^"')\s]+)/g)].map(([, href]) =>
      href.startsWith('#') ? null : requestFault(href, addressOf(path, folder), folder),
    );
  });
}

/** A page that has no description of its own has that of the site. */
function sameDescriptions(pages) {
  const written = pages.filter(({ path }) => !path.startsWith('/api/'));
  return written
    .filter(
      ({ description }, i) => written.findIndex((page) => page.description === description) < i,
    )
    .map(({ path, description }) => `${path}: another page has the description "${description}"`);
}

function addressOf(path, folder) {
  return `/${relative(folder, path).replaceAll(sep, '/')}`;
}

function isFile(folder, pathname) {
  return existsSync(join(folder, decodeURIComponent(pathname)));
}
