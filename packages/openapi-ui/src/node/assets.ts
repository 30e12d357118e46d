import { ensure } from '@mortise/base/options';
import { accessSync, constants, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Awaitable } from '@mortise/http-message';
import { ASSET_NAMES } from '../open-api-pages.js';

/** The files of Swagger UI: the folder that contains them, or their contents by name; strings are encoded as UTF-8. */
export type OpenApiUiAssets = string | URL | Readonly<Record<string, string | Uint8Array>>;

const FILES = `the files ${ASSET_NAMES.join(', ')}`;

/**
 * Checks that all files exist, and returns a function that reads a file.
 *
 * @param assets default: the files of this package
 * @throws {OptionError} `OPTION_INVALID` if a file is missing
 */
export function assetReader(
  assets: OpenApiUiAssets | undefined,
): (name: string) => Awaitable<Uint8Array> {
  if (assets === undefined) return folderReader(ownFolder());
  if (typeof assets === 'string') return folderReader(assets);
  if (!(assets instanceof URL)) return contentReader(assets);
  return folderReader(pathOf(assets));
}

/** @throws {OptionError} if the URL has another scheme, or a host on a system without such paths */
function pathOf(url: URL): string {
  try {
    return fileURLToPath(url);
  } catch {
    ensure(false, 'openApiUi.assets', url.href, 'a file: URL that has a path on this system');
    return '';
  }
}

function folderReader(folder: string): (name: string) => Promise<Uint8Array> {
  for (const name of ASSET_NAMES) {
    const way = 'copy node_modules/@mortise/openapi-ui/dist/assets, and pass its path';
    const isThere = isReadableFile(join(folder, name));
    ensure(isThere, 'openApiUi.assets', folder, `a folder with ${FILES}; ${way}`);
  }
  return (name) => readFile(join(folder, name));
}

function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function contentReader(
  contents: Readonly<Record<string, string | Uint8Array>>,
): (name: string) => Uint8Array {
  const bytes = new Map<string, Uint8Array>();
  for (const name of ASSET_NAMES) {
    const content = (Object(contents) as Readonly<Record<string, unknown>>)[name];
    const isContent = typeof content === 'string' || content instanceof Uint8Array;
    ensure(
      isContent,
      `openApiUi.assets["${name}"]`,
      content,
      `a string or bytes: the assets are ${FILES}`,
    );
    bytes.set(
      name,
      typeof content === 'string' ? new TextEncoder().encode(content) : (content as Uint8Array),
    );
  }
  return (name) => bytes.get(name) ?? new Uint8Array();
}

/**
 * Resolves the package by its own name, because sources and build output are at different depths.
 *
 * @throws {OptionError} if this code is in a bundle and cannot find the package
 */
function ownFolder(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve('@mortise/openapi-ui/package.json');
    return join(dirname(manifest), 'dist', 'assets');
  } catch {
    const way = 'such as a copy of node_modules/@mortise/openapi-ui/dist/assets';
    ensure(
      false,
      'openApiUi.assets',
      undefined,
      `the folder or the contents of ${FILES} (a bundle does not include them), ${way}`,
    );
    return '';
  }
}
