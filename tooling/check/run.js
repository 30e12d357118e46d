/**
 * Every check but the tests, one after another; all of them run, so that one call shows all that is
 * wrong. The exit code is 1 when any failed.
 */
import { spawnSync } from 'node:child_process';

const checks = {
  'types and build': ['turbo', ['run', 'typecheck', 'build', '--output-logs=errors-only']],
  'README examples': [process.execPath, ['tooling/check/readme-types.js']],
  lint: ['eslint', ['.', '--max-warnings=0']],
  format: ['biome', ['format', '.']],
  'import boundaries': [
    'depcruise',
    ['--config', 'dependency-cruiser.config.js', 'packages', 'examples'],
  ],
  'unused code': ['knip', ['--no-progress']],
  'package metadata': [process.execPath, ['tooling/check/manifests.js']],
  'package sizes': [process.execPath, ['tooling/check/sizes.js']],
};

const failed = Object.entries(checks).filter(([name, [command, args]]) => {
  console.log(`\n> ${name}`);
  return spawnSync(command, args, { stdio: 'inherit' }).status !== 0;
});
const names = failed.map(([name]) => name).join(', ');
console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${names}`);
process.exitCode = failed.length === 0 ? 0 : 1;
