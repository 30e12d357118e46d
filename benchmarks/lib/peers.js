/** Installs the frameworks that Mortise is compared with, in the exact versions of `http/contestants/package.json`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installTools } from '../../tooling/setup/install-tools.js';

const folder = fileURLToPath(new URL('../http/contestants/', import.meta.url));

/** Does nothing if they are installed in these versions. */
export function installPeers() {
  installTools(folder, readFileSync(`${folder}package.json`, 'utf8'));
}
