import { join } from 'node:path';
import { installTools } from '../setup/install-tools.js';

/**
 * Installs a runtime unless it is there already.
 *
 * @returns a function that returns the path of one of its programs by name; `null` if it could not be installed
 */
export function install({ name, home: folder = name.replace(' ', '-'), packages }) {
  const home = join(process.cwd(), '.cache', 'runtimes', folder);
  try {
    installTools(home, JSON.stringify({ private: true, dependencies: packages }));
  } catch (error) {
    console.error(error.message);
    return null;
  }
  return (program) => join(home, 'node_modules', '.bin', program);
}
