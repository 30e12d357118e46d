import type { HttpFactoriesInterface, ServerRequestInterface } from '@mortise/http-message';
import type { FallbackOptions } from './fallback.js';
import type { MemoryCacheOptions } from './memory-cache.js';

/** The codings of precompressed files: `app.js.br`, `app.js.zst`, `app.js.gz`. */
export type Precompressed = 'br' | 'gzip' | 'zstd';

/** Options of {@link staticFiles}. */
export interface StaticOptions {
  /**
   * The folder: a path, absolute or relative to the working directory, or a `file:` URL such as `new URL('./public',
   * import.meta.url)`. It must exist.
   */
  readonly root: string | URL;

  /** Creates responses and their bodies. Default: the request's factories. */
  readonly factories?:
    | Pick<HttpFactoriesInterface, 'createResponse' | 'createStreamFromResource'>
    | undefined;

  /** The URL path below which the files are served, such as `'/assets'`. Default: `''`, for the whole site. */
  readonly prefix?: string | undefined;

  /** The file served for a folder; `false` for none. Default: `'index.html'`. */
  readonly index?: string | false | undefined;

  /**
   * The page of a single-page application, for browsers that open a path without a file or a route. It is sent with
   * `Cache-Control: no-cache`. A string is its `file`. Default: none.
   */
  readonly fallback?: string | FallbackOptions | undefined;

  /**
   * The codings of compressed files next to the originals, the most preferred first: `br` (`a.js.br`), `zstd` (`.zst`),
   * `gzip` (`.gz`). A compressed file that is older than its original, or has none, is not sent. Default: none.
   */
  readonly precompressed?: readonly Precompressed[] | undefined;

  /**
   * The value of `Cache-Control`, or `(request, path) => string`, called with the decoded path below the prefix; `''`
   * for no header. Default: `'public, max-age=0'`.
   */
  readonly cacheControl?:
    | string
    | ((request: ServerRequestInterface, path: string) => string)
    | undefined;

  /**
   * Matches decoded paths below the prefix that clients may cache for a year, such as `/^\/assets\/.+-[\w-]{8}\./` for a
   * build of Vite. Default: none.
   */
  readonly immutable?: RegExp | undefined;

  /** Whether names that begin with a dot are served; `.well-known` is always served. Default: `false`. */
  readonly dotfiles?: boolean | undefined;

  /** Whether to follow symbolic links that point outside the folder. Default: `false`. */
  readonly symlinks?: boolean | undefined;

  /**
   * Whether equal ETags guarantee equal bytes, so that `If-Range` can resume a download, from 2 s after the file's last
   * change. Enable it only if each deployment changes the modification times. Default: `false`.
   */
  readonly strongTags?: boolean | undefined;

  /**
   * Which small files are kept in memory, and their limits; `false` for none. Default: `{}` if `NODE_ENV` is
   * `production`, otherwise `false`.
   */
  readonly memoryCache?: MemoryCacheOptions | false | undefined;

  /** The clock, in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}
