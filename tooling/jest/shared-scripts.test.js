import vm from 'node:vm';
import { expect, it } from '@jest/globals';

// They are shared in the worker that runs this test, too.
const filename = '/a/library.js';

function run(code, global) {
  const parsingContext = vm.createContext(global);
  return vm.compileFunction(code, ['first', 'second'], { filename, parsingContext })(1, 2);
}

it('a shared script runs with the globals of its context, and with its parameters', () => {
  const code = 'return [name, first, second];';
  expect(run(code, { name: 'a' })).toEqual(['a', 1, 2]);
  expect(run(code, { name: 'b' })).toEqual(['b', 1, 2]);
});

it('a script that has changed is compiled again', () => {
  expect(run('return 1; // the end', {})).toBe(1);
  expect(run('return 2;', {})).toBe(2);
});

it('an error in a shared script has its line', () => {
  const thrown = (code) => {
    try {
      return run(code, {});
    } catch (error) {
      return error.stack;
    }
  };
  expect(thrown('\n\nthrow new Error("a")')).toContain(`${filename}:3:`);
  expect(thrown('\n\n!')).toContain(`${filename}:4`);
});

it('an import() is resolved by the test file that compiled it', async () => {
  const importer = (answer) => async () => {
    const module = new vm.SyntheticModule(['default'], function evaluate() {
      this.setExport('default', answer);
    });
    await module.link(() => undefined);
    await module.evaluate();
    return module;
  };
  const imported = async (answer) => {
    const options = {
      filename,
      parsingContext: vm.createContext({}),
      importModuleDynamically: importer(answer),
    };
    return (await vm.compileFunction("return import('a');", [], options)()).default;
  };
  expect([await imported('one'), await imported('two')]).toEqual(['one', 'two']);
});
