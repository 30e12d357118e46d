/** A registry on this machine to publish to. It has our own packages; for all others it redirects to npm's registry. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

/** Packages of these names are never mixed with those published elsewhere. */
const OWN = /^\/(?:@mortise\/|(?:create-)?mortise(?:\/|$))/;

/**
 * @param {string} scratch a folder of the rehearsal
 * @param {number} [wanted] its port; 0: any free port
 * @param {string} [elsewhere] the registry of all other packages; default: that of npm's settings
 * @returns {Promise<{ url: string, env: NodeJS.ProcessEnv, stop(): void }>} `env` makes npm and pnpm use it, and
 *   nothing else
 * @throws {Error} one sentence: the port is in use
 */
export async function startRegistry(scratch, wanted = 0, elsewhere = registryOfNpm()) {
  const server = createServer(answering(elsewhere)).listen(wanted, '127.0.0.1');
  await once(server, 'listening').catch(({ code }) => {
    throw new Error(
      `port ${wanted} of 127.0.0.1 cannot be used (${code}): choose another with --port`,
    );
  });
  const { port } = server.address();
  const url = `http://127.0.0.1:${port}/`;
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
    server.close();
    server.closeAllConnections();
  };
  return { url, env, stop };
}

/** Without the variables that `npm run` sets: the user's settings would override those of the rehearsal. */
function withoutSettings(env) {
  const names = /^npm_config_(?:userconfig|registry|cache|.*_authtoken)$/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.test(name)));
}

function registryOfNpm() {
  return execFileSync('npm', ['config', 'get', 'registry'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

/** @param {string} elsewhere */
function answering(elsewhere) {
  /** What is known of each package, and the content of each tarball, by their paths. */
  const packages = new Map();
  const tarballs = new Map();
  return async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, elsewhere).pathname);
    if (path === '/-/ping') return answer(response, 200, {});
    if (!OWN.test(path)) {
      const Location = new URL(request.url.slice(1), elsewhere).href;
      return response.writeHead(302, { Location }).end();
    }
    if (request.method === 'PUT') {
      const problem = publish(path, await json(request));
      return answer(response, problem === null ? 201 : 409, { error: problem });
    }
    if (tarballs.has(path)) return response.end(tarballs.get(path));
    if (packages.has(path)) return answer(response, 200, packages.get(path));
    return answer(response, 404, { error: `${path} was not published` });
  };

  /** @returns {string | null} why it is refused */
  function publish(path, { _attachments: attachments, ...published }) {
    const known = packages.get(path) ?? { name: published.name, versions: {}, 'dist-tags': {} };
    const [version] = Object.keys(published.versions);
    if (Object.hasOwn(known.versions, version)) return `${version} was published before`;
    Object.assign(known.versions, published.versions);
    Object.assign(known['dist-tags'], published['dist-tags']);
    packages.set(path, known);
    for (const [file, { data }] of Object.entries(attachments))
      tarballs.set(`${path}/-/${file}`, Buffer.from(data, 'base64'));
    return null;
  }
}

function answer(response, status, body) {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
