import { otherMethod, withVary } from '@mortise/base/message';
import { join } from 'node:path';
import type {
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { acceptableEncodings, evaluatePreconditions, pathBelow } from '@mortise/http-syntax';
import { contentTypeOf } from '../content-type.js';
import { filePath } from '../file-path.js';
import { getsFallback } from './fallback.js';
import { fileAt, placeOf } from './file-place.js';
import { type FileContent, fileResponse, unchanged } from './file-response.js';
import { isOutdated } from './is-outdated.js';
import type { CachedFile } from './memory-cache.js';
import { OpenFile } from './open-file.js';
import { readsAlike } from './reads-alike.js';
import {
  type Representation,
  representationOf,
  type RepresentationRules,
} from './representation.js';
import type { Precompressed, StaticOptions } from './static-options.js';
import { type StaticSettings, staticSettings } from './static-settings.js';

const EXTENSIONS: Readonly<Record<Precompressed, string>> = {
  br: '.br',
  gzip: '.gz',
  zstd: '.zst',
};
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Returns middleware that responds to GET and HEAD with the files of a folder. All other requests pass to the handler,
 * including those that match no file. If the application has no route for the path of a file, other methods are 405.
 *
 * Add it outside expensive layers such as sessions, body parsing and routing.
 *
 * @throws {OptionError} if an option is unknown or has a wrong value
 * @throws {FileError} `PRECONDITION_FAILED` (412) or `RANGE_NOT_SATISFIABLE` (416), as a rejection of the request
 */
export function staticFiles(options: StaticOptions): MiddlewareInterface {
  const settings = staticSettings(options);
  const { fallback, prefix } = settings;
  const ofPage = { ...settings, cacheControl: () => 'no-cache', immutable: null };
  const withoutFile: MiddlewareInterface['process'] = (request, handler) => {
    if (fallback === null || !getsFallback(request, fallback, prefix))
      return handler.handle(request);
    return serveFile(request, fallback.names, ofPage).then((page) =>
      page === null ? handler.handle(request) : withVary(page, ['Accept']),
    );
  };
  return {
    name: 'staticFiles',
    process(request, handler) {
      const names = namesOf(request, settings);
      if (names === null) return withoutFile(request, handler);
      if (!isRead(request)) return otherMethod(request, handler, fileAt(request, names, settings));
      return serveFile(request, names, settings).then(
        (response) => response ?? withoutFile(request, handler),
      );
    },
  };
}

/** Returns the segments below the root; `[]` for the prefix itself, `null` for a path that is never a file. */
function namesOf(
  request: ServerRequestInterface,
  { prefix, rules }: StaticSettings,
): readonly string[] | null {
  const path = request.getUri().getPath();
  const below = pathBelow(path, prefix);
  if (below === null || !readsAlike(request, path)) return null;
  return below === '' ? [] : filePath(below, rules);
}

function isRead(request: ServerRequestInterface): boolean {
  const method = request.getMethod();
  return method === 'GET' || method === 'HEAD';
}

async function serveFile(
  request: ServerRequestInterface,
  names: readonly string[],
  settings: StaticSettings,
): Promise<ResponseInterface | null> {
  const { root, index, precompressed } = settings;
  const whole = placeOf(names, index);
  if (whole === null) return null;
  const path = join(root, ...whole);
  const urlPath = `/${whole.join('/')}`;
  const accepted = request.getHeaderLine('Accept-Encoding');
  for (const coding of accepted === '' ? [] : codingsFor(accepted, precompressed)) {
    const response = await sendFile(request, { path, urlPath, coding }, settings);
    if (response instanceof Object) return response;
  }
  const response = await sendFile(request, { path, urlPath, coding: null }, settings);
  if (response !== 'folder') return response;
  return names.at(-1) === '' ? null : redirectToFolder(request, path, settings);
}

interface Wanted {
  /** The path of the file, without the extension of a coding. */
  readonly path: string;
  readonly urlPath: string;
  readonly coding: Precompressed | null;
}

async function sendFile(
  request: ServerRequestInterface,
  { path, urlPath, coding }: Wanted,
  settings: StaticSettings,
): Promise<ResponseInterface | 'folder' | null> {
  const { places, factories } = settings;
  const place = coding === null ? path : path + EXTENSIONS[coding];
  // The same file is something else if a client asks for it by its own name, such as `app.js.gz`.
  const key = coding === null ? place : `${coding} ${place}`;
  const known = cachedFile(key, place, coding === null ? null : path, settings);
  if (known === 'outdated') return null;
  if (known !== null) {
    const response = prepared(request, urlPath, settings);
    return fileResponse(request, response, known.bytes, known.representation, factories(request));
  }
  const rules = { contentType: contentTypeOf(path), coding, strongTags: settings.strongTags };
  const same = unchangedFile(request, place, settings, rules);
  if (same !== null) {
    return unchanged(request, prepared(request, urlPath, settings), same, factories(request));
  }
  const file = await OpenFile.at(place, places);
  if (!(file instanceof OpenFile)) return file;
  try {
    const representation = representationOf(file.stats, { ...rules, now: settings.now() });
    const response = prepared(request, urlPath, settings);
    const content = await contentOf(file, key, representation, settings);
    return await fileResponse(request, response, content, representation, factories(request));
  } catch (error) {
    // Functions of the application, such as `cacheControl`, can throw.
    file.close();
    throw error;
  }
}

/** Reads a small file and keeps it in memory, if there is a cache. Otherwise, returns the open file. */
async function contentOf(
  file: OpenFile,
  key: string,
  representation: Representation,
  { cache, now }: StaticSettings,
): Promise<FileContent> {
  if (cache === null || representation.size > cache.maxFileBytes) return file;
  const bytes = await file.readAll();
  const { dev, ino, ctimeMs } = file.stats;
  cache.set(key, { representation, bytes, identity: { dev, ino, ctimeMs } }, now());
  return bytes;
}

/**
 * @param key the key in the cache
 * @param original the path of the original of a compressed file; `null` for an uncompressed file
 */
function cachedFile(
  key: string,
  place: string,
  original: string | null,
  { cache, places, now }: StaticSettings,
): CachedFile | 'outdated' | null {
  const fresh = cache?.get(key, now()) ?? null;
  if (fresh !== null) return fresh;
  if (original !== null && isOutdated(place, original)) return 'outdated';
  return cache?.renew(key, () => places?.stat(place) ?? null, now()) ?? null;
}

/** Returns the metadata of a file that the client already has, if this can be decided without opening the file. */
function unchangedFile(
  request: ServerRequestInterface,
  place: string,
  { places, now }: StaticSettings,
  rules: Omit<RepresentationRules, 'now'>,
): Representation | null {
  const stats = isConditional(request) ? (places?.stat(place) ?? null) : null;
  if (stats === null) return null;
  const file = representationOf(stats, { ...rules, now: now() });
  return evaluatePreconditions(request, file) === 'not-modified' ? file : null;
}

function isConditional(request: ServerRequestInterface): boolean {
  return request.hasHeader('If-None-Match') || request.hasHeader('If-Modified-Since');
}

function prepared(
  request: ServerRequestInterface,
  urlPath: string,
  { factories, cacheControl, immutable, precompressed }: StaticSettings,
): ResponseInterface {
  const value = immutable?.test(urlPath) === true ? IMMUTABLE : cacheControl(request, urlPath);
  const response = factories(request).createResponse();
  const cached = value === '' ? response : response.withHeader('Cache-Control', value);
  return precompressed.length === 0 ? cached : cached.withHeader('Vary', 'Accept-Encoding');
}

/** Returns the codings that the client prefers to the uncompressed file, best first. */
function codingsFor(accepted: string, offered: readonly Precompressed[]): readonly Precompressed[] {
  const codings: Precompressed[] = [];
  for (const coding of acceptableEncodings(accepted, [...offered, 'identity'] as const)) {
    if (coding === 'identity') break;
    codings.push(coding);
  }
  return codings;
}

/**
 * Redirects to the URL of a folder with a trailing slash, if the folder has an index. Never redirects to another host.
 */
async function redirectToFolder(
  request: ServerRequestInterface,
  folder: string,
  { index, places, factories }: StaticSettings,
): Promise<ResponseInterface | null> {
  if (index === false) return null;
  const file = await OpenFile.at(join(folder, index), places);
  if (!(file instanceof OpenFile)) return null;
  file.close();
  const uri = request.getUri();
  const path = `${uri.getBasePath()}${uri.getPath()}/`.replace(/^\/+/, '/');
  const query = uri.getQuery() === '' ? '' : `?${uri.getQuery()}`;
  return factories(request)
    .createResponse(308)
    .withHeader('Location', path + query);
}
