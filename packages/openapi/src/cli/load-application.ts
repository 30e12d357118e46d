import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AppInterface, VariantTypes } from '@mortise/app';
import type { OpenApiOptions } from '../open-api-document.js';
import { CliError } from './cli-error.js';

/** The parts of a module from which the document is created. */
export interface LoadedApplication {
  readonly app: AppInterface<VariantTypes>;

  /** The module's export `openapi`; by default, the name and version from the nearest `package.json`. */
  readonly options: OpenApiOptions;
}

/**
 * Imports a module and finds its application.
 *
 * @param name the name of the export; `null` for `app`, or the default export if there is no `app`
 * @throws {CliError} if the module cannot be imported, or exports no application
 */
export async function loadApplication(
  path: string,
  name: string | null,
): Promise<LoadedApplication> {
  const exports = await importModule(path);
  const app = name === null ? (exports['app'] ?? defaultOf(exports)) : exports[name];
  if (!isApplication(app)) {
    const known = Object.keys(exports).join(', ') || 'nothing';
    const wanted = name === null ? '"app" or as the default export' : `"${name}"`;
    throw new CliError(
      `${path} exports no application as ${wanted} (it exports ${known}); name the export with --export`,
      1,
    );
  }
  const options = exports['openapi'] as OpenApiOptions | undefined;
  return { app, options: options ?? { info: await infoOf(dirname(path)) } };
}

async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  const { typescript = false } = process.features as { readonly typescript?: unknown };
  if (/\.[cm]?ts$/.test(path) && typescript === false) {
    throw new CliError(
      `this Node (${process.version}) does not run TypeScript; build the application, or use Node 22.18 or newer`,
      1,
    );
  }
  try {
    return (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>;
  } catch (cause) {
    throw new CliError(`cannot import ${path}: ${reasonOf(cause)}`, 1);
  }
}

/** Returns the default export. For TypeScript compiled to CommonJS, it is a member of the imported default. */
function defaultOf(exports: Readonly<Record<string, unknown>>): unknown {
  const { default: fallback } = exports;
  const { __esModule, default: inner } = Object(fallback) as Readonly<Record<string, unknown>>;
  return __esModule === true ? inner : fallback;
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function isApplication(value: unknown): value is AppInterface<VariantTypes> {
  return typeof (Object(value) as { getRouteCollector?: unknown }).getRouteCollector === 'function';
}

/** Returns the name and version from the nearest `package.json`; `API` and `0.0.0` if there is none. */
async function infoOf(folder: string): Promise<OpenApiOptions['info']> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null);
  if (text === null) {
    const parent = dirname(folder);
    return parent === folder ? { title: 'API', version: '0.0.0' } : infoOf(parent);
  }
  const { name = 'API', version = '0.0.0' } = JSON.parse(text) as {
    name?: string;
    version?: string;
  };
  return { title: name, version };
}
