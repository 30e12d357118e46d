import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { root } from '../setup/packages.js';

/** Prints how many contexts are left of ten, in each of which a script ran and a chain of twenty modules. */
const PROGRAM = `
import vm from 'node:vm';
import v8 from 'node:v8';
import ReleasedEnvironment from './tooling/jest/released-environment.js';

const config = { projectConfig: { testEnvironmentOptions: {} }, globalConfig: {} };
const contexts = () => v8.getHeapStatistics().number_of_native_contexts;

async function run() {
  const environment = new ReleasedEnvironment(config, { testPath: 'a.test.ts' });
  await environment.setup();
  const context = environment.getVmContext();
  const script = { filename: 'a.cjs', parsingContext: context };
  vm.compileFunction('return globalThis;', [], script).call(context);
  const made = (index) => {
    const code = index === 20 ? 'export const a = globalThis;' : 'export * from "' + (index + 1) + '";';
    return new vm.SourceTextModule(code, { identifier: index + '.js', context });
  };
  const first = made(0);
  await first.link((name) => made(Number(name)));
  await first.evaluate();
  await environment.teardown();
}

vm.runInNewContext('0');
const collect = vm.runInNewContext('gc');
const before = contexts();
for (let index = 0; index < 10; index += 1) {
  await run();
  await new Promise((resolve) => setTimeout(resolve, 0));
}
for (let index = 0; index < 3; index += 1) {
  collect();
  await new Promise((resolve) => setTimeout(resolve, 0));
}
console.log(contexts() - before);
`;

it('the globals and modules of a test file are garbage at its end, however deep it imports', () => {
  const flags = ['--experimental-vm-modules', '--no-warnings', '--expose-gc'];
  const program = ['--input-type=module', '-e', PROGRAM];
  const left = execFileSync(process.execPath, [...flags, ...program], { cwd: root });
  expect(Number(left)).toBeLessThanOrEqual(1);
});
