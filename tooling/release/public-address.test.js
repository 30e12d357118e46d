import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../testing/temporary-folder.js';
import {
  addressOfRemote,
  addressTarball,
  publicAddress,
  setExampleAddress,
} from './public-address.js';

const scratch = temporaryFolder();
const address = 'https://git.example/mortise/mortise';

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

  it.each(['', undefined])('is where it was cloned from if repository is %j', (repository) => {
    const clone = mkdtempSync(join(scratch, 'clone-'));
    const git = (...args) => execFileSync('git', args, { cwd: clone });
    git('init', '--quiet');
    git('remote', 'add', 'origin', 'git@git.example:other/fork.git');
    writeFileSync(join(clone, 'package.json'), JSON.stringify({ repository }));
    expect(publicAddress(clone)).toBe('https://git.example/other/fork');
    writeFileSync(join(clone, 'package.json'), JSON.stringify({ repository: address }));
    expect(publicAddress(clone)).toBe(address);
  });

  it('does not ask the history of a folder around it', () => {
    const around = mkdtempSync(join(scratch, 'around-'));
    const git = (...args) => execFileSync('git', args, { cwd: around });
    git('init', '--quiet');
    git('remote', 'add', 'origin', address);
    mkdirSync(join(around, 'inner'));
    for (const folder of [around, join(around, 'inner')])
      writeFileSync(join(folder, 'package.json'), '{}');
    expect(publicAddress(around)).toBe(address);
    expect(publicAddress(join(around, 'inner'))).toBe('');
  });

  it('is the example after setExampleAddress, which keeps the other fields', () => {
    expect(addressIn({ name: 'a', repository: '' })).toBe('');
    setExampleAddress(scratch);
    expect(publicAddress(scratch)).toBe(address);
    expect(JSON.parse(readFileSync(join(scratch, 'package.json'), 'utf8')).name).toBe('a');
  });
});

describe('addressOfRemote', () => {
  it.each([
    [address, address],
    [`${address}.git`, address],
    [`${address}.git/`, address],
    ['https://name:secret@git.example/mortise/mortise.git', address],
    ['https://git.example:8443/mortise', 'https://git.example:8443/mortise'],
    ['git@git.example:mortise/mortise.git', address],
    ['ssh://git@git.example/mortise/mortise.git', address],
    ['ssh://git@git.example:2222/mortise/mortise', address],
  ])('of %s is %s', (remote, expected) => {
    expect(addressOfRemote(remote)).toBe(expected);
  });

  it.each([
    '',
    '/srv/mortise',
    '../mortise',
    'C:\\mortise',
    'file:///srv/mortise.git',
    'http://127.0.0.1/mortise.git',
    'https://git.example',
    'https://git.example/',
    'https://',
    'https://localhost/mortise',
    'git@127.0.0.1:mortise/mortise.git',
    'git@git.example:/srv/mortise',
  ])('of %j is empty', (remote) => {
    expect(addressOfRemote(remote)).toBe('');
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
