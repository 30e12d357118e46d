import { factoriesOf, factoriesWith } from '@mortise/base/message';
import {
  accepted,
  boolean,
  clock,
  list,
  nested,
  optional,
  options,
  or,
  rule,
  synchronous,
  type Complete,
} from '@mortise/base/options';
import type { ServerRequestInterface } from '@mortise/http-message';
import { checkedBasePath, isFieldValue } from '@mortise/http-syntax';
import type { FilePathRules } from '../file-path.js';
import { type Fallback, fallbackOf } from './fallback.js';
import { memoryCacheOptions, MemoryCache } from './memory-cache.js';
import { ProvenPlaces } from './proven-places.js';
import { rootFolder } from './root-folder.js';
import type { Precompressed, StaticOptions } from './static-options.js';

/** The checked options of `staticFiles`, with their defaults. */
export interface StaticSettings
  extends Complete<
    Omit<
      StaticOptions,
      | ('cacheControl' | 'factories' | 'fallback' | 'immutable')
      | ('memoryCache' | 'symlinks' | 'dotfiles')
    >
  > {
  /** @throws {OptionError} if the option is omitted, and the request has no factories */
  readonly factories: (request: ServerRequestInterface) => NonNullable<StaticOptions['factories']>;
  /**
   * Returns the value of `Cache-Control` for a path; `''` for no header.
   *
   * @throws {OptionError} if the option is a function that returns an invalid value
   */
  readonly cacheControl: (request: ServerRequestInterface, path: string) => string;
  /** The real path of the folder. */
  readonly root: string;
  readonly fallback: Fallback | null;
  readonly immutable: RegExp | null;
  /** Checks that files are in the folder; `null` if links may lead out of it. */
  readonly places: ProvenPlaces | null;
  readonly cache: MemoryCache | null;
  readonly rules: FilePathRules;
}

const A_CODING = 'a list of "br", "zstd", "gzip"';
const CODINGS = ['br', 'gzip', 'zstd'] as const;
const coding = rule<Precompressed>((name) => CODINGS.includes(name as Precompressed), A_CODING);

const cacheValue = rule<string>(
  (value) => typeof value === 'string' && isFieldValue(value),
  'a Cache-Control value',
);

const declared = options<StaticOptions>()(
  'staticFiles',
  {
    root: nested(rootFolder),
    factories: factoriesWith('createResponse', 'createStreamFromResource'),
    prefix: nested(checkedBasePath),
    index: or(
      rule((name) => name === false || isName(name), 'a file name, or false'),
      'index.html',
    ),
    fallback: optional(rule(() => true, '')),
    precompressed: or(list(coding, A_CODING), []),
    cacheControl: or(
      rule(
        (value) => typeof value === 'function' || cacheValue.accepts(value),
        'a Cache-Control value, or a function',
      ),
      'public, max-age=0',
    ),
    immutable: optional(rule(isStateless, 'a regular expression without the flags g and y')),
    dotfiles: or(boolean, false),
    symlinks: or(boolean, false),
    strongTags: or(boolean, false),
    memoryCache: nested(memoryCacheOf),
    now: clock,
  },
  {
    dir: 'root',
    directory: 'root',
    folder: 'root',
    path: 'root',
    maxAge: 'cacheControl',
    etag: 'strongTags',
    gzip: "precompressed: ['gzip']",
    spa: 'fallback',
  },
);

/** Checks the options and adds defaults. @throws {OptionError} if an option is unknown or has a wrong value */
export function staticSettings(given: StaticOptions): StaticSettings {
  const { dotfiles, symlinks, memoryCache, immutable = null, ...checked } = declared(given);
  const { root, now, factories } = checked;
  return {
    ...checked,
    cacheControl: cacheControlOf(checked.cacheControl),
    fallback: fallbackOf(checked.fallback, root, 'staticFiles.fallback'),
    immutable,
    places: symlinks ? null : new ProvenPlaces(root, now),
    rules: { dotfiles, isWindows: process.platform === 'win32' },
    cache: memoryCache,
    factories: (request) => factoriesOf(request, factories, 'staticFiles.factories'),
  };
}

function cacheControlOf(
  given: NonNullable<StaticOptions['cacheControl']>,
): StaticSettings['cacheControl'] {
  if (typeof given === 'string') return () => given;
  const path = 'staticFiles.cacheControl';
  const valueOf = accepted(synchronous, given, path);
  return (request, file) => accepted(cacheValue, valueOf(request, file), path);
}

function memoryCacheOf(given: StaticOptions['memoryCache'], path: string): MemoryCache | null {
  const chosen =
    given !== undefined ? given : process.env['NODE_ENV'] === 'production' ? {} : false;
  return chosen === false ? null : new MemoryCache(memoryCacheOptions(chosen, path));
}

function isName(name: unknown): boolean {
  return typeof name === 'string' && /^[^/\\\0]+$/.test(name) && name !== '.' && name !== '..';
}

/** Whether a pattern keeps no state: with the flag `g` or `y`, a test would begin where the previous match ended. */
function isStateless(pattern: unknown): boolean {
  return pattern instanceof RegExp && !pattern.global && !pattern.sticky;
}
