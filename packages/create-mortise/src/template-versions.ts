import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  /** Written when the package is packed, from its `devDependencies`. */
  readonly templateVersions?: Readonly<Record<string, string>>;
}

/**
 * Returns the versions of the templates' dependencies when this package was packed.
 *
 * @param home the folder of this package
 * @returns ranges by name; empty in the workspace, where nothing is packed
 */
export function templateVersions(home: string): Readonly<Record<string, string>> {
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Manifest;
  return Object.fromEntries(
    Object.entries(manifest.templateVersions ?? {}).map(([name, version]) => [
      name,
      // Exact in the workspace, because its lock file does not pin versions for users.
      /^\d/.test(version) ? `^${version}` : version,
    ]),
  );
}
