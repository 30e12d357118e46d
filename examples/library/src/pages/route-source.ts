import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { highlight } from './highlight.js';

/** Where a route is registered, with its handler and its options. */
export interface RouteSource {
  /** From the folder of the example: `src/books/book-pages.ts`. */
  readonly file: string;
  /** Of the first line, from 1. */
  readonly line: number;
  /** Highlighted TypeScript, as HTML, without the indentation of its first line. */
  readonly html: string;
}

/** A call such as `routes.get(`: one line, or all up to the one with the same indentation that closes it. */
const REGISTRATION = /^( *)\w+\.get\(\s*'(\/[^']*)'(?:.*\);|(?:.*[^;\n])?\n[^]*?\n\1[)}]+;)$/gm;

/** @returns the registrations of all `GET` routes in the sources of this program, by their patterns */
export function routeSources(): ReadonlyMap<string, RouteSource> {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const found = new Map<string, RouteSource>();
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts')) continue;
    const source = readFileSync(folder + path, 'utf8');
    for (const { 0: text, 1: indent = '', 2: pattern = '', index } of source.matchAll(
      REGISTRATION,
    )) {
      found.set(pattern, {
        file: `src/${path.replaceAll('\\', '/')}`,
        line: source.slice(0, index).split('\n').length,
        html: highlight(text.replaceAll(new RegExp(`^${indent}`, 'gm'), '')),
      });
    }
  }
  return found;
}
