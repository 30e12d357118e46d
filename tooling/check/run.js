/**
 * Every check except the tests. Those that take less than a second come first, and end the run if one of them failed;
 * all others run, two at a time, so that one call shows everything that is wrong, each with its seconds. The exit code is
 * 1 when any failed.
 */
import { spawn } from 'node:child_process';

const quick = [
  ['package metadata', process.execPath, ['tooling/check/manifests.js']],
  ['the card', process.execPath, ['tooling/check/card.js']],
  ['circles between folders', process.execPath, ['tooling/check/folder-cycles.js']],
  ['keys', process.execPath, ['tooling/check/keys.js']],
  ['phrases', process.execPath, ['tooling/check/phrases.js']],
];
const build = ['build', process.execPath, ['tooling/build/run.js', '--output-logs=errors-only']];
/** A large young generation: to collect garbage took a sixth of the time, since types and syntax trees live long. */
const compiling = '--max-semi-space-size=128';
const onSource = [
  ['lint and types', 'oxlint', ['--config', 'oxlint.config.js']],
  ['format', 'biome', ['format', '.']],
  ['programs in pages', process.execPath, ['tooling/docs/program-format.js']],
  [
    'import boundaries',
    'depcruise',
    ['--config', 'dependency-cruiser.config.js', 'packages', 'examples'],
  ],
  ['workflows', process.execPath, ['tooling/check/workflows.js']],
  ['unused code', 'knip', ['--no-progress', '--no-config-hints']],
  ['tables of options', process.execPath, ['tooling/docs/option-tables.js']],
];
const onBuild = [
  ['types that users see', process.execPath, [compiling, 'tooling/check/types.js']],
  ['package sizes', process.execPath, ['tooling/check/sizes.js']],
  ['public types', process.execPath, ['tooling/check/api-reports.js']],
  ['tarballs and their types', process.execPath, ['tooling/check/tarballs.js', '--types']],
];

const failed = [];
await inTurn(quick);
// What waits is taken by whichever of both is free, so that no core is idle before the end.
if (failed.length === 0) {
  await Promise.all([checkBuild().then(() => inTurn(onSource)), inTurn(onSource)]);
} else console.log('\nNothing else is checked until these pass.');
console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function checkBuild() {
  await inTurn([build]);
  if (!failed.includes('build')) return inTurn(onBuild);
  const names = onBuild.map(([name]) => name).join(', ');
  console.log(`\nNot checked, because the packages do not build: ${names}`);
}

/** Takes one check after another from the list, until it is empty. */
async function inTurn(checks) {
  for (let next = checks.shift(); next !== undefined; next = checks.shift()) {
    const [name, command, args] = next;
    const start = performance.now();
    const { code, printed } = await run(command, args);
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.log(`\n> ${name}: ${seconds} s\n${printed.trim()}`);
    if (code !== 0) failed.push(name);
  }
}

/** Buffers the output of a check until it ends, so that two checks do not mix their lines. */
function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    const keep = (chunk) => (printed += chunk);
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('error', (error) => resolve({ code: 1, printed: `${printed}${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, printed }));
  });
}
