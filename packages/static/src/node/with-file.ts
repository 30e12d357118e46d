import { basename, join, resolve } from 'node:path';
import { factoriesOf, factoriesWith } from '@mortise/base/message';
import {
  boolean,
  clock,
  nested,
  optional,
  options,
  or,
  rule,
  type Complete,
} from '@mortise/base/options';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { contentDisposition } from '../content-disposition.js';
import { contentTypeOf, knownTypeOf } from '../content-type.js';
import { FileError } from '../file-error.js';
import { type FilePathRules, isFileName } from '../file-path.js';
import { type FileFactories, fileResponse } from './file-response.js';
import { OpenFile } from './open-file.js';
import { ProvenPlaces } from './proven-places.js';
import { representationOf } from './representation.js';
import { rootFolder } from './root-folder.js';

/** Options of {@link withFile}. */
export interface WithFileOptions {
  /**
   * The folder of the file, written like `root` of `staticFiles`. `path` is then relative to this folder, and can come
   * from the request, for example from an argument of the route: a path with `..`, a name that begins with a dot, or a
   * link that leads out of the folder is not found. Default: none; `path` can be that of any file.
   */
  readonly root?: string | URL | undefined;

  /** Creates bodies. Default: the request's factories. */
  readonly factories?: FileFactories | undefined;

  /** Whether equal ETags guarantee equal bytes, as in `staticFiles`. Default: `false`. */
  readonly strongTags?: boolean | undefined;

  /** The clock, in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** Options of {@link withFileDownload}. */
export interface WithFileDownloadOptions extends WithFileOptions {
  /** The name under which the browser saves the file, not empty. Default: the file's own name. */
  readonly name?: string | undefined;
}

const whole = options<WithFileOptions>()('withFile', {
  root: nested(folderOf),
  factories: factoriesWith('createStreamFromResource'),
  strongTags: or(boolean, false),
  now: clock,
});

const download = options<WithFileDownloadOptions>()('withFileDownload', {
  ...whole.rules,
  name: optional(
    rule(
      (name) => typeof name === 'string' && name.trim() !== '',
      'a file name, such as "report.pdf"',
    ),
  ),
});

/**
 * Returns the response with a file: all or part of it, or a 304, depending on the request. Any readable file is sent, so
 * never build the path from a request, unless you set `root`. The response's `Content-Type` takes precedence over the
 * extension's. If its status is not 200, such as for a 404 page, the whole file is sent, without ETag and Last-Modified.
 *
 * @param path absolute, or relative to the working directory; with `root`, decoded and relative to that folder, with slashes on
 *   every system
 * @throws {FileError} `FILE_NOT_FOUND` (404), `PRECONDITION_FAILED` (412), `RANGE_NOT_SATISFIABLE` (416)
 * @throws {OptionError} if an option is unknown or has a wrong value
 */
export async function withFile<R extends ResponseInterface>(
  request: ServerRequestInterface,
  response: R,
  path: string,
  options: WithFileOptions = {},
): Promise<R> {
  const { factories, ...rules } = whole(options);
  const streams = factoriesOf(request, factories, 'withFile.factories');
  return sent(request, response, path, contentTypeOf(path), { ...rules, factories: streams });
}

/**
 * Like {@link withFile}, for a file that the browser saves. If the path's extension is unknown or missing, as for a
 * stored upload, the name's extension determines the media type.
 *
 * @throws {OptionError} if an option is unknown or has a wrong value, such as an empty name
 * @see RFC 6266
 */
export async function withFileDownload<R extends ResponseInterface>(
  request: ServerRequestInterface,
  response: R,
  path: string,
  options: WithFileDownloadOptions = {},
): Promise<R> {
  const { factories, name = basename(path), ...rules } = download(options);
  const streams = factoriesOf(request, factories, 'withFileDownload.factories');
  const saved = response.withHeader('Content-Disposition', contentDisposition(name));
  const type = knownTypeOf(path) ?? contentTypeOf(name);
  return sent(request, saved, path, type, { ...rules, factories: streams });
}

interface SentOptions extends Complete<Omit<WithFileOptions, 'root'>> {
  readonly root: string | null;
}

async function sent<R extends ResponseInterface>(
  request: ServerRequestInterface,
  response: R,
  path: string,
  contentType: string,
  { root, factories, strongTags, now }: SentOptions,
): Promise<R> {
  const rules = { contentType, coding: null, strongTags, now: now() };
  const file = await (root === null
    ? OpenFile.at(resolve(path), null)
    : openBelow(root, path, now));
  if (!(file instanceof OpenFile)) throw FileError.notFound();
  const made = fileResponse(
    request,
    response,
    file,
    representationOf(file.stats, rules),
    factories,
  );
  // The methods that it is made with return the type of the response.
  return made as Promise<R>;
}

function folderOf(root: WithFileOptions['root'], path: string): string | null {
  return root === undefined ? null : rootFolder(root, path);
}

const NAMES: FilePathRules = { dotfiles: false, isWindows: process.platform === 'win32' };

async function openBelow(root: string, path: string, now: () => number) {
  const names = path.split('/');
  if (!names.every((name, at) => isFileName(name, at === 0, NAMES))) return null;
  return OpenFile.at(join(root, ...names), new ProvenPlaces(root, now));
}
