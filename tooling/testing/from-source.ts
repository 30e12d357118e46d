import { fileURLToPath } from 'node:url';

const loader = new URL('../loader/register.js', import.meta.url).href;

/** The arguments with which Node runs a program of the workspace from the sources. */
export function fromSource(program: URL | string): string[] {
  const path = program instanceof URL ? fileURLToPath(program) : program;
  return ['--conditions=@mortise/source', '--import', loader, path];
}
