import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the library: programs run in it. */
export const folder: string = fileURLToPath(new URL('..', import.meta.url));

/**
 * The words with which Node starts a program of the library: from source, with the packages of the workspace, from their
 * sources or as they are built, or, in a copy that was compiled, with those that are installed.
 */
export function programOf(name: 'main' | 'command-line' | 'cluster'): readonly string[] {
  const compiled = `src/${name}.js`;
  if (existsSync(new URL(`../${compiled}`, import.meta.url))) return [compiled];
  const isBuilt = process.env['MORTISE_BUILT'] === '1';
  const condition = isBuilt ? [] : ['--conditions=@mortise/source'];
  return [...condition, '--import', '../../tooling/loader/register.js', `src/${name}.ts`];
}
