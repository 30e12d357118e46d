import type { HttpFactoriesInterface, ServerRequestInterface } from '@mortise/http-message';
import type { FallbackOptions } from './fallback.js';
import type { MemoryCacheOptions } from './memory-cache.js';

/** The codings of precompressed files: `app.js.br`, `app.js.zst`, `app.js.gz`. */
export type Precompressed = 'br' | 'gzip' | 'zstd';

/** Which files are served, and how. */
export interface StaticOptions {
  /** The folder, absolute or below the working directory. It must exist. */
  readonly root: string;

  /** Creates responses and their bodies. Default: the factories that come with the request. */
  readonly factories?: Pick<HttpFactoriesInterface, 'createResponse' | 'createStreamFromResource'>;

  /** The path under which the files are served: `'/assets'`. Default: `''`, everywhere. */
  readonly prefix?: string;

  /** The file served for a folder; `false` for none. Default: `'index.html'`. */
  readonly index?: string | false;

  /**
   * The page of a single-page application, for browsers that open a path without a file or a route. It is sent with
   * `Cache-Control: no-cache`. A string is its `file`. Default: none.
   */
  readonly fallback?: string | FallbackOptions;

  /**
   * The codings of compressed files next to the originals, preferred first. A compressed file without an original, or older
   * than it, is not sent. Default: none.
   */
  readonly precompressed?: readonly Precompressed[];

  /** `Cache-Control`, or a function of the decoded path below the prefix; `''` for none. Default: `'public, max-age=0'`. */
  readonly cacheControl?: string | ((request: ServerRequestInterface, path: string) => string);

  /** Decoded paths below the prefix that clients can cache for a year: `/\.[\da-f]{8}\.\w+$/`. Default: none. */
  readonly immutable?: RegExp;

  /** Whether names that begin with a dot are served; `.well-known` is always served. Default: `false`. */
  readonly dotfiles?: boolean;

  /** Whether symbolic links can lead out of the folder. Default: `false`. */
  readonly symlinks?: boolean;

  /**
   * Whether a tag guarantees equal bytes, so that downloads can be resumed. Use it only if each deployment
   * changes the modification times. Default: `false`.
   */
  readonly strongTags?: boolean;

  /** Small files kept in memory; `false` for none. Default: `false` unless `NODE_ENV` is `production`. */
  readonly memoryCache?: MemoryCacheOptions | false;

  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number;
}
