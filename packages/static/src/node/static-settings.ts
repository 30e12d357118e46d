import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { OptionChecks } from '@mortise/base/options';
import type { ServerRequestInterface } from '@mortise/http-message';
import { isFieldValue, parseBasePath } from '@mortise/http-syntax';
import type { FilePathRules } from '../file-path.js';
import { StaticError } from '../static-error.js';
import { KeptFiles } from './kept-files.js';
import { ProvenPlaces } from './proven-places.js';
import type { Precompressed, StaticOptions } from './static-options.js';

/** The checked options, with their defaults. */
export interface StaticSettings
  extends Required<
    Omit<StaticOptions, 'factories' | 'immutable' | 'keep' | 'symlinks' | 'dotfiles'>
  > {
  /** @throws {StaticError} if the request has none, and the option is omitted */
  readonly factories: (request: ServerRequestInterface) => NonNullable<StaticOptions['factories']>;
  /** The real path of the folder. */
  readonly root: string;
  readonly immutable: RegExp | null;
  /** Where files must be; `null` if links can lead anywhere. */
  readonly places: ProvenPlaces | null;
  readonly kept: KeptFiles | null;
  readonly rules: FilePathRules;
}

const OPTIONS: Record<keyof StaticOptions, 0> = {
  root: 0,
  factories: 0,
  prefix: 0,
  index: 0,
  precompressed: 0,
  cacheControl: 0,
  immutable: 0,
  dotfiles: 0,
  symlinks: 0,
  strongTags: 0,
  keep: 0,
  now: 0,
};
const checks = new OptionChecks(StaticError);
const CODINGS: readonly string[] = ['br', 'gzip', 'zstd'];
const FACTORIES = ['createResponse', 'createStream', 'createStreamFromResource'];

const DEFAULTS = {
  prefix: '',
  index: 'index.html',
  precompressed: [],
  cacheControl: 'public, max-age=0',
  immutable: null,
  dotfiles: false,
  symlinks: false,
  strongTags: false,
  now: Date.now,
} as const;

/** @throws {StaticError} `OPTION_INVALID` */
export function staticSettings(options: StaticOptions): StaticSettings {
  checks.names(options, OPTIONS);
  const given = { ...DEFAULTS, ...options };
  const { factories, index, precompressed, immutable, cacheControl, now } = given;
  const { dotfiles, symlinks, strongTags } = given;
  const isSetting = typeof cacheControl === 'function' || isValue(cacheControl);
  const areKnown = areCodings(precompressed);
  const hasNoState = isStateless(immutable);
  const creates = 'factories such as app.factories';
  if (factories !== undefined) checks.methods('factories', factories, FACTORIES, creates);
  checks.that(index === false || isName(index), 'index', index, 'the name of a file, or false');
  checks.that(areKnown, 'precompressed', precompressed, 'a list of "br", "zstd", "gzip"');
  checks.that(hasNoState, 'immutable', immutable, 'a regular expression without g and y');
  checks.that(isSetting, 'cacheControl', cacheControl, 'a value of Cache-Control, or a function');
  checks.callable('now', now);
  for (const [name, value] of Object.entries({ dotfiles, symlinks, strongTags })) {
    checks.boolean(name, value);
  }
  const root = folderOf(options.root);
  return {
    root,
    places: symlinks ? null : new ProvenPlaces(root, now),
    prefix: prefixOf(given.prefix),
    rules: { dotfiles, isWindows: process.platform === 'win32' },
    kept: keptFilesOf(options.keep),
    factories: (request) => checks.factories('staticFiles.factories', factories, request),
    ...{ index, precompressed, immutable, cacheControl, now, strongTags },
  };
}

function folderOf(root: unknown): string {
  try {
    if (typeof root === 'string') {
      const real = realpathSync.native(resolve(root));
      if (statSync(real).isDirectory()) return real;
    }
  } catch {
    // It is refused below.
  }
  throw new StaticError('root', root, `a folder that exists, relative to ${process.cwd()}`);
}

function prefixOf(prefix: unknown): string {
  const canonical = typeof prefix === 'string' ? parseBasePath(prefix) : null;
  if (canonical !== null) return canonical;
  throw new StaticError('prefix', prefix, 'a path that begins with "/", such as "/assets"');
}

function keptFilesOf(keep: unknown): KeptFiles | null {
  const kept = keep ?? (process.env['NODE_ENV'] === 'production' ? {} : false);
  if (kept === false) return null;
  checks.names(kept, { maxFileBytes: true, maxBytes: true, recheckAfter: true }, 'keep');
  for (const [name, value] of Object.entries(kept) as [string, number][]) {
    checks.integer(`keep.${name}`, value, 0);
  }
  return new KeptFiles(kept);
}

function isValue(value: unknown): boolean {
  return typeof value === 'string' && isFieldValue(value);
}

function isName(name: unknown): boolean {
  return typeof name === 'string' && /^[^/\\\0]+$/.test(name) && name !== '.' && name !== '..';
}

function areCodings(codings: unknown): codings is readonly Precompressed[] {
  return Array.isArray(codings) && codings.every((coding) => CODINGS.includes(coding as string));
}

/** With the flag `g` or `y` every second test would begin in the middle. */
function isStateless(pattern: unknown): boolean {
  return pattern === null || (pattern instanceof RegExp && !pattern.global && !pattern.sticky);
}
