/** A registry on this machine to publish to: verdaccio for our packages, npm's own registry for all others. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../setup/free-port.js';
import { installTools } from '../setup/install-tools.js';
import { printedBy } from '../setup/printed.js';
import { configuredRegistry } from './published-versions.js';
import { openDoor } from './registry-door.js';
import { root } from '../setup/packages.js';

const START = 60_000;

/** Half of what npm takes for these packages, which need no install scripts; the folder is none of this workspace. */
const WITH_PNPM = [
  ...['pnpm', 'install', '--ignore-workspace', '--ignore-scripts', '--no-lockfile'],
  ...['--config.node-linker=hoisted', '--reporter=append-only'],
];

/**
 * @param {string} scratch a folder of the rehearsal, in which published packages are stored
 * @returns {Promise<{ url: string, env: NodeJS.ProcessEnv, home: string, stop(): void }>} `env` makes npm and pnpm use
 *   it, and nothing else; `home` is the folder in which its program and the library of `npm publish` are installed
 * @throws {Error} one sentence: the registry cannot be installed, or does not start
 */
export async function startRegistry(scratch) {
  const home = install();
  const config = join(scratch, 'verdaccio.yaml');
  writeFileSync(config, CONFIGURATION);
  const program = join(home, 'node_modules', 'verdaccio', 'bin', 'verdaccio');
  const inner = await freePort();
  const args = [program, '--config', config, '--listen', `127.0.0.1:${inner}`];
  const child = spawn(process.execPath, args, { cwd: scratch, stdio: ['ignore', 'pipe', 'pipe'] });
  await untilItServes(child);
  // Now that the other is taken: it could be the same one.
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const door = await openDoor(port, inner, configuredRegistry());
  const npmrc = join(scratch, 'npmrc');
  // npm publishes nothing without a token.
  writeFileSync(npmrc, `registry=${url}\n//127.0.0.1:${port}/:_authToken=rehearsal\n`);
  const env = { ...withoutSettings(process.env), NPM_CONFIG_USERCONFIG: npmrc };
  env.npm_config_registry = url;
  // What was only rehearsed does not stay in the cache of the user.
  env.npm_config_cache = join(scratch, 'npm-cache');
  // That cache is new, and no version is published after it was first installed: nothing in it has to be asked for again.
  env.npm_config_prefer_offline = 'true';
  const stop = () => {
    door.close();
    child.kill();
  };
  return { url, env, home, stop };
}

/** Without the variables that `npm run` sets: the user's settings would override those of the rehearsal. */
function withoutSettings(env) {
  const names = /^npm_config_(?:userconfig|registry|cache|.*_authtoken)$/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.test(name)));
}

function install() {
  const home = join(root, '.cache', 'registry');
  const manifest = readFileSync(join(root, 'tooling/release/registry/package.json'), 'utf8');
  try {
    installTools(home, manifest, WITH_PNPM);
  } catch (error) {
    throw new Error(
      `the registry could not be installed: is ${configuredRegistry()} reachable? ${error.message}`,
      { cause: error },
    );
  }
  return home;
}

/** No `proxy`: packages that are published here are never mixed with those published elsewhere. */
const CONFIGURATION = `storage: ./storage
auth: { htpasswd: { file: ./htpasswd, max_users: 10 } }
packages:
  '**': { access: $all, publish: $all }
web: { enable: false }
log: { type: stdout, format: pretty, level: warn }
max_body_size: 50mb
`;

async function untilItServes(child) {
  try {
    await printedBy(child, /http address - (\S+)/, START);
  } catch (error) {
    child.kill();
    throw new Error(`the registry does not start: ${error.message}`, { cause: error });
  }
}
