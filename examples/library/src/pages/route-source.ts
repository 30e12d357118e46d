import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Where a route is registered, with its handler and its options. */
export interface RouteSource {
  /** From the folder of the example: `src/books/book-pages.ts`. */
  readonly file: string;
  /** Of the first line, from 1. */
  readonly line: number;
  /** TypeScript, without the indentation of its first line. */
  readonly text: string;
}

/** A call such as `routes.get(`, up to the line with the same indentation that closes it. */
const REGISTRATION = /^( *)\w+\.get\(\s*'([^']+)'(?:.*[^;\n])?\n[^]*?\n\1[)}]+;$/gm;

let sources: Promise<ReadonlyMap<string, RouteSource>> | undefined;

/**
 * Finds the registration of a `GET` route in the sources of this program, which are read once.
 *
 * @returns `null` if no source has a handler for this pattern
 */
export async function routeSource(pattern: string): Promise<RouteSource | null> {
  sources ??= readSources();
  return (await sources).get(pattern) ?? null;
}

async function readSources(): Promise<ReadonlyMap<string, RouteSource>> {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const found = new Map<string, RouteSource>();
  for (const path of await readdir(folder, { recursive: true })) {
    if (!path.endsWith('.ts')) continue;
    const source = await readFile(folder + path, 'utf8');
    for (const { 0: text, 1: indent = '', 2: pattern = '', index } of source.matchAll(
      REGISTRATION,
    )) {
      found.set(pattern, {
        file: `src/${path.replaceAll('\\', '/')}`,
        line: source.slice(0, index).split('\n').length,
        text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      });
    }
  }
  return found;
}
