import { afterAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressTarball, publicAddress, setExampleAddress } from './public-address.js';

const scratch = mkdtempSync(join(tmpdir(), 'public-address-'));
const address = 'https://git.example/mortise/mortise';
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('publicAddress', () => {
  const addressIn = (manifest) => {
    writeFileSync(join(scratch, 'package.json'), JSON.stringify(manifest));
    return publicAddress(scratch);
  };

  it.each([[{}], [{ repository: '' }]])('is empty for %j', (manifest) => {
    expect(addressIn(manifest)).toBe('');
  });

  it.each([[address], [`${address}/`], [`${address}.git`]])(
    'is the address of %s',
    (repository) => {
      expect(addressIn({ repository })).toBe(address);
    },
  );

  it.each([
    ['mortise/mortise'],
    ['git@git.example:mortise'],
    ['https://git.example'],
    [{ url: 1 }],
  ])('refuses %j with one sentence', (repository) => {
    expect(() => addressIn({ repository })).toThrow(
      `repository of package.json should be like ${address}, not ${JSON.stringify(repository)}`,
    );
  });

  it('is the example after setExampleAddress, which keeps the other fields', () => {
    expect(addressIn({ name: 'a', repository: '' })).toBe('');
    setExampleAddress(scratch);
    expect(publicAddress(scratch)).toBe(address);
    expect(JSON.parse(readFileSync(join(scratch, 'package.json'), 'utf8')).name).toBe('a');
  });
});

describe('addressTarball', () => {
  it('adds the address to the manifest and the links of the README', () => {
    const path = tarball();
    addressTarball(path, 'packages/router', address);
    const folder = unpacked(path);
    const read = (name) => readFileSync(join(folder, 'package', name), 'utf8');
    expect(JSON.parse(read('package.json'))).toEqual({
      name: '@mortise/router',
      version: '1.0.0',
      repository: { type: 'git', url: `git+${address}.git`, directory: 'packages/router' },
      homepage: `${address}/tree/HEAD/packages/router#readme`,
      bugs: { url: `${address}/issues` },
    });
    expect(read('README.md')).toBe(`# Ä\n\n[a](${address}/tree/HEAD/packages/base)\n`);
  });

  it('keeps the other files, their order and their modes', () => {
    const path = tarball();
    const names = list(path);
    addressTarball(path, 'packages/router', address);
    expect(list(path)).toEqual(names);
    const folder = unpacked(path);
    const read = (name) => readFileSync(join(folder, 'package', name), 'utf8');
    expect(read('template/README.md')).toBe('[a](../base)\n');
    expect(read('program.js')).toBe('a'.repeat(512));
    expect(statSync(join(folder, 'package', 'program.js')).mode & 0o777).toBe(0o755);
  });

  it('changes no byte if the address is empty', () => {
    const path = tarball();
    const before = readFileSync(path);
    addressTarball(path, 'packages/router', '');
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('refuses a tarball without a README', () => {
    const path = tarball(['package/package.json']);
    expect(() => addressTarball(path, 'packages/router', address)).toThrow(
      'the tarball does not contain package/README.md',
    );
  });
});

/** A package with a README that is not ASCII, one of a template, and a program of exactly one block. */
function tarball(names = ['package']) {
  const folder = mkdtempSync(join(scratch, 'packed-'));
  const write = (name, text) => writeFileSync(join(folder, 'package', name), text);
  mkdirSync(join(folder, 'package', 'template'), { recursive: true });
  write('package.json', JSON.stringify({ name: '@mortise/router', version: '1.0.0' }));
  write('README.md', '# Ä\n\n[a](../base)\n');
  write('template/README.md', '[a](../base)\n');
  write('program.js', 'a'.repeat(512));
  chmodSync(join(folder, 'package', 'program.js'), 0o755);
  const path = join(folder, 'packed.tgz');
  execFileSync('tar', ['-czf', path, '-C', folder, ...names]);
  return path;
}

function list(path) {
  return execFileSync('tar', ['-tzf', path], { encoding: 'utf8' });
}

function unpacked(path) {
  const folder = mkdtempSync(join(scratch, 'unpacked-'));
  execFileSync('tar', ['-xzf', path, '-C', folder]);
  return folder;
}
