/** The versions in the registry that npm is configured for. */
import { execFileSync } from 'node:child_process';

/** The maximum time in which a registry responds, in milliseconds. */
const TIMEOUT = 30_000;

/** The URL of the registry in npm's settings. */
export function configuredRegistry() {
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
  return execFileSync('npm', ['config', 'get', 'registry'], options).trim();
}

/**
 * @returns {Promise<string>} the URL of the registry
 * @throws {Error} one sentence: it does not respond
 */
export async function registryOf() {
  const registry = configuredRegistry();
  const response = await get(new URL('-/ping', registry)).catch(() => null);
  if (!response?.ok)
    throw new Error(`the registry ${registry} does not respond: nothing was published`);
  return registry;
}

/**
 * @param {import('../setup/packages.js').WorkspacePackage[]} packages
 * @returns {Promise<import('../setup/packages.js').WorkspacePackage[]>} those whose version the registry does not have,
 *   in their order
 * @throws {Error} one sentence: the registry does not say of one of them
 */
export async function unpublished(packages, registry) {
  const missing = [];
  for (const one of packages)
    if (!(await isPublished(one.name, one.manifest.version, registry))) missing.push(one);
  return missing;
}

/**
 * @returns {Promise<boolean>}
 * @throws {Error} one sentence: the registry does not say
 */
export async function isPublished(name, version, registry) {
  const url = new URL(name.replace('/', '%2F'), registry);
  const response = await get(url).catch((error) => {
    throw new Error(`the registry ${registry} does not respond`, { cause: error });
  });
  if (response.status === 404) return false;
  if (!response.ok)
    throw new Error(`the registry ${registry} responds ${response.status} for ${name}`);
  const { versions } = await response.json();
  return Object.hasOwn(versions, version);
}

function get(url) {
  return fetch(url, { signal: AbortSignal.timeout(TIMEOUT) });
}
