import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  /** The package's `devDependencies`, written when the package is packed. */
  readonly templateVersions?: Readonly<Record<string, string>>;
}

/**
 * Returns the versions that the templates' dependencies had when this package was packed.
 *
 * @param home the folder of this package
 * @returns version ranges by name; empty in the workspace, where the package is not packed
 */
export function templateVersions(home: string): Readonly<Record<string, string>> {
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Manifest;
  return Object.fromEntries(
    Object.entries(manifest.templateVersions ?? {}).map(([name, version]) => [
      name,
      // The workspace pins exact versions; a project gets a range.
      /^\d/.test(version) ? `^${version}` : version,
    ]),
  );
}
