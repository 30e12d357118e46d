import { join } from 'node:path';
import { installTools } from '../setup/install-tools.js';
import { takePackageFile } from '../setup/package-file.js';

const HOME = join(process.cwd(), '.cache', 'runtimes');

/**
 * Installs a runtime unless it is there already.
 *
 * @returns a function that returns the path of one of its programs by name; `null` if it could not be installed
 */
export function install({ name, home: folder = name.replace(' ', '-'), version, packages }) {
  try {
    if (packages === undefined) return nodeOf(version);
    const home = join(HOME, folder);
    installTools(home, JSON.stringify({ private: true, dependencies: packages }));
    return (program) => join(home, 'node_modules', '.bin', program);
  } catch (error) {
    console.error(error.message);
    return null;
  }
}

/** The program alone: the package `node` takes it from the same place, with a second npm. */
function nodeOf(version) {
  if (process.version === `v${version}`) return () => process.execPath;
  const { platform, arch } = process;
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  const program = join(HOME, `node-${version}`, 'node');
  takePackageFile(`${prefix}-${platform}-${arch}@${version}`, 'bin/node', program);
  return () => program;
}
