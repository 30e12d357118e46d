import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const loader = new URL('../loader/register.js', import.meta.url).href;
const SOURCES = '--conditions=@mortise/source';

/**
 * The arguments with which Node runs a program of the workspace from the sources: from their plain copy if `npm test`
 * has made one that has the program, otherwise with the loader, which `npm run faults` needs.
 */
export function fromSource(program: URL | string): string[] {
  const path = program instanceof URL ? fileURLToPath(program) : program;
  const { MORTISE_PLAIN_COPY: copy } = process.env;
  const copied = join(copy ?? '', relative(root, path)).replace(/\.ts$/, '.js');
  if (copy !== undefined && existsSync(copied)) return [SOURCES, copied];
  return [SOURCES, '--import', loader, path];
}
