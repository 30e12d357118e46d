import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  /** Written when the package is packed, from its `devDependencies`. */
  readonly templateVersions?: Readonly<Record<string, string>>;
}

/**
 * Returns the versions of what the templates depend on, as they were when this package was packed.
 *
 * @param home the folder of this package
 * @returns ranges by name; empty in the workspace, where nothing is packed
 */
export function templateVersions(home: string): Readonly<Record<string, string>> {
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Manifest;
  return Object.fromEntries(
    Object.entries(manifest.templateVersions ?? {}).map(([name, version]) => [
      name,
      // Exact in the workspace, whose lock file pins nothing for others.
      /^\d/.test(version) ? `^${version}` : version,
    ]),
  );
}
