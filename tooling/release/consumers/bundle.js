/** The runtime-independent packages in a program for the web: bundled by Vite and by webpack, and run. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripTypes } from '../../loader/strip-types.js';
import { firstExample } from '../readme-trial.js';
import { twoAtATime } from '../two-at-a-time.js';
import { runIn } from './project.js';

/** What npm installs beside the packages. */
export const bundlers = ['vite@7.1.12', 'webpack@5.102.1', 'webpack-cli@6.0.1'];

/**
 * @param {{ name: string, folder: string }[]} packages those whose first example runs without Node
 * @param {string} project the folder of one with {@link bundlers} and the packages that the examples import
 * @returns {Promise<string[]>} what failed: a bundle, or a program whose output differs from its README
 */
export async function bundle(packages, project, env) {
  const examples = packages.map(({ name, folder }) => ({
    name,
    file: name.replaceAll(/\W+/g, '-'),
    ...firstExample(readFileSync(join(folder, 'README.md'), 'utf8')),
  }));
  for (const { file, code } of examples)
    writeFileSync(join(project, `${file}.mjs`), await stripTypes(code, file));
  writeFileSync(join(project, 'vite.config.mjs'), viteConfig(examples));
  writeFileSync(join(project, 'webpack.config.mjs'), webpackConfig(examples));
  const programs = [
    ['vite', ['node_modules/vite/bin/vite.js', 'build']],
    ['webpack', ['node_modules/webpack/bin/webpack.js']],
  ];
  const problems = await twoAtATime(programs, ([bundler, args]) => bundleWith(bundler, args));
  return problems.flat();

  async function bundleWith(bundler, args) {
    const { status, stdout, stderr } = await runIn(process.execPath, args, project, env, 300_000);
    if (status !== 0) return [`${bundler} failed: ${stdout}${stderr}`];
    const found = [];
    for (const { name, file, output } of examples) {
      const program = join('bundled', bundler, `${file}.mjs`);
      const ran = await runIn(process.execPath, [program], project, env, 20_000);
      if (ran.status !== 0 || (output !== null && ran.stdout !== output))
        found.push(`${name}, bundled by ${bundler}, printed ${ran.stdout}${ran.stderr}`);
    }
    return found;
  }
}

function viteConfig(examples) {
  const input = Object.fromEntries(examples.map(({ file }) => [file, `./${file}.mjs`]));
  const output = {
    dir: 'bundled/vite',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
  };
  const build = { target: 'es2022', modulePreload: false, rollupOptions: { input, output } };
  return `export default ${JSON.stringify({ logLevel: 'error', build })};\n`;
}

function webpackConfig(examples) {
  return `export default ${JSON.stringify({
    mode: 'production',
    target: ['web', 'es2022'],
    entry: Object.fromEntries(examples.map(({ file }) => [file, `./${file}.mjs`])),
    experiments: { outputModule: true },
    output: { path: '@', filename: '[name].mjs', module: true, chunkFormat: 'module' },
    // Vite minifies.
    optimization: { minimize: false },
    stats: 'errors-warnings',
  }).replace('"@"', 'new URL("bundled/webpack", import.meta.url).pathname')};\n`;
}
