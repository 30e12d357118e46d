import { fileURLToPath } from 'node:url';

const loader = new URL('../loader/register.js', import.meta.url).href;

/** The arguments with which Node runs a program of the workspace from the sources. */
export function fromSource(program: URL | string): string[] {
  return ['--conditions=@mortise/source', ...withLoader(program)];
}

/**
 * The arguments with which Node runs a program from its source that imports packages by name: from their last build if
 * `ALL=1 npm test` found no newer source, otherwise from their sources.
 */
export function fromBuild(program: URL | string): string[] {
  const isBuilt = process.env['MORTISE_BUILT'] === '1';
  return isBuilt ? withLoader(program) : fromSource(program);
}

function withLoader(program: URL | string): string[] {
  const path = program instanceof URL ? fileURLToPath(program) : program;
  return ['--import', loader, path];
}
