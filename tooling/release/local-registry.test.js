import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { startRegistry } from './local-registry.js';

const UPSTREAM = 'https://registry.test/npm/';
const scratch = temporaryFolder();
let registry;

beforeAll(async () => {
  registry = await startRegistry(scratch, 0, UPSTREAM);
});
afterAll(() => registry.stop());

describe('the registry of a rehearsal', () => {
  it('serves each version that was published, and its tarball', async () => {
    await publish('@mortise/router', '0.1.0');
    await publish('@mortise/router', '0.1.1');
    const { versions, ...known } = await (await get('@mortise%2frouter')).json();
    expect({ versions: Object.keys(versions), ...known }).toEqual({
      versions: ['0.1.0', '0.1.1'],
      name: '@mortise/router',
      'dist-tags': { latest: '0.1.1' },
    });
    const tarball = await get('@mortise/router/-/@mortise/router-0.1.0.tgz');
    expect(await tarball.text()).toBe('content of 0.1.0');
  });

  it('refuses a version that it has', async () => {
    expect((await publish('mortise', '0.1.0')).status).toBe(201);
    expect((await publish('mortise', '0.1.0')).status).toBe(409);
  });

  it.each([
    '@mortise%2fcors',
    'create-mortise',
    'mortise/-/mortise-0.2.0.tgz',
    'mortise?write=true',
  ])('does not ask another registry for %s', async (path) => {
    expect((await get(path)).status).not.toBe(302);
  });

  it.each(['zod', '@types%2fnode', 'mortised'])(
    'redirects %s to the registry of npm',
    async (path) => {
      const { status, headers } = await get(path);
      expect([status, headers.get('location')]).toEqual([302, `${UPSTREAM}${path}`]);
    },
  );
});

function get(path) {
  return fetch(`${registry.url}${path}`, { redirect: 'manual' });
}

/** As npm does it. */
function publish(name, version) {
  const data = Buffer.from(`content of ${version}`).toString('base64');
  return fetch(`${registry.url}${name.replace('/', '%2f')}`, {
    method: 'PUT',
    body: JSON.stringify({
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { name, version } },
      _attachments: { [`${name}-${version}.tgz`]: { data } },
    }),
  });
}
