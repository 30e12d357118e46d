/** Releases of a copy of the workspace to a registry on this machine, one after another. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInWorkspace } from './workspace-copy.js';
import { isPublished } from './published-versions.js';
import { packagesInOrder } from '../setup/packages.js';

const CHANGESETS = 'node_modules/@changesets/cli/bin.js';

/** Makes releases of a workspace. */
export class Releases {
  #folder;
  #registry;

  /**
   * @param {string} folder a copy of the workspace, built
   * @param {{ url: string, env: NodeJS.ProcessEnv, home: string }} registry
   * @throws {Error} if the registry is not on this machine
   */
  constructor(folder, registry) {
    if (new URL(registry.url).hostname !== '127.0.0.1')
      throw new Error(`${registry.url} is not a registry on 127.0.0.1: nothing was published`);
    this.#folder = folder;
    this.#registry = registry;
  }

  /** The first release: npm publishes what has no scope; the library of `npm publish`, which starts once, all others. */
  first() {
    const { url, home } = this.#registry;
    return this.release(() => this.#run(['tooling/release/fill-registry.js', url, home]));
  }

  /**
   * Writes versions and changelogs, and publishes. Sources do not change, so nothing is built again.
   *
   * @param {() => Promise<unknown>} [beforehand] what is done before anything is published
   */
  async release(beforehand = () => Promise.resolve()) {
    await this.#version();
    const git = (...args) => execFileSync('git', args, { cwd: this.#folder });
    git('add', '--all');
    // In the first release the versions stay as they are.
    git('commit', '--quiet', '--allow-empty', '--message', 'Version packages');
    await beforehand();
    await this.#run(['tooling/release/publish.js', '--built']);
  }

  /**
   * Releases a change of one package.
   *
   * @param {(released: string[]) => boolean} isWanted whether these are the packages to release
   * @returns {Promise<string[]>} problems with the released packages, the changelog or the registry
   */
  async change(name, kind, isWanted) {
    const before = this.#versions();
    const { text } = this.#addChangeset(name, kind);
    await this.release();
    const after = this.#versions();
    const released = [...after].filter(([one, version]) => before.get(one) !== version);
    const names = released.map(([one]) => one);
    const problems = isWanted(names) ? [] : [`a ${kind} of ${name} released ${names.join(', ')}`];
    if (!this.#changelogOf(name).includes(text))
      problems.push(`the changelog of ${name} does not contain "${text}"`);
    for (const [one, version] of released)
      if (!(await isPublished(one, version, this.#registry.url)))
        problems.push(`${one} ${version} was not published`);
    return problems;
  }

  /**
   * Plans the release of a change of one package, and releases nothing.
   *
   * @param {(released: string[]) => boolean} isWanted whether these are the packages to release
   * @returns {Promise<string[]>} a sentence if they are not
   */
  async plan(name, kind, isWanted) {
    const { path } = this.#addChangeset(name, kind);
    const output = join(this.#folder, 'plan.json');
    await this.#run([CHANGESETS, 'status', '--output', output]);
    const { releases } = JSON.parse(readFileSync(output, 'utf8'));
    for (const file of [path, output]) rmSync(file);
    const names = releases.map((release) => release.name);
    return isWanted(names) ? [] : [`a ${kind} of ${name} would release ${names.join(', ')}`];
  }

  #addChangeset(name, kind) {
    const text = `A rehearsed ${kind} of ${name}.`;
    const path = join(this.#folder, '.changeset', `rehearsed-${kind}.md`);
    writeFileSync(path, `---\n"${name}": ${kind}\n---\n\n${text}\n`);
    return { path, text };
  }

  /** As `npm run release:version` does, without the lock file. */
  async #version() {
    await this.#run(['tooling/release/first-release.js']);
    await this.#run([CHANGESETS, 'version']);
  }

  /** The versions in the manifests. */
  #versions() {
    return new Map(packagesInOrder(this.#folder).map((one) => [one.name, one.manifest.version]));
  }

  /** The changelog that is published with a package. */
  #changelogOf(name) {
    const { folder } = packagesInOrder(this.#folder).find((one) => one.name === name);
    return readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
  }

  #run(args) {
    return runInWorkspace(this.#folder, args, this.#registry.env);
  }
}
