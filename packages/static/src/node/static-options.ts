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

  /** The path under which the files are: `'/assets'`. Default: `''`, everywhere. */
  readonly prefix?: string;

  /** The file of a folder; `false` for none. Default: `'index.html'`. */
  readonly index?: string | false;

  /**
   * The page of a single-page application: what a browser gets that opens a path without a file and without a route. It is
   * sent with `Cache-Control: no-cache`. A string is its `file`. Default: none.
   */
  readonly fallback?: string | FallbackOptions;

  /**
   * The codings of compressed files next to the originals, the best first. One that is older than its original, or has none, is
   * not sent. Default: none.
   */
  readonly precompressed?: readonly Precompressed[];

  /** `Cache-Control`, `''` for none; the path is decoded, below the prefix. Default: `'public, max-age=0'`. */
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

  /** Small files that stay in memory; `false` for none. Default: `false` unless `NODE_ENV` is `production`. */
  readonly memoryCache?: MemoryCacheOptions | false;

  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number;
}
