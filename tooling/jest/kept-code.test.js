import vm from 'node:vm';
import { expect, it } from '@jest/globals';
import { keepCode } from './kept-code.js';

const kept = { SourceTextModule: vm.SourceTextModule, compileFunction: vm.compileFunction };
keepCode(kept);

/** What a module exports as `value`. */
async function valueOf(text, identifier) {
  const other = new kept.SourceTextModule('export const value = "imported";');
  await other.link(() => undefined);
  await other.evaluate();
  const module = new kept.SourceTextModule(text, {
    identifier,
    importModuleDynamically: () => other,
  });
  await module.link(() => undefined);
  await module.evaluate();
  return module.namespace.value;
}

it('runs a module whose code is kept as a new module', async () => {
  const text = 'export const value = {};';
  const [first, second] = [await valueOf(text, 'a.js'), await valueOf(text, 'a.js')];
  expect([first, second]).toEqual([{}, {}]);
  expect(first).not.toBe(second);
});

it('runs the changed text of a module', async () => {
  expect(await valueOf('export const value = 1;', 'b.js')).toBe(1);
  expect(await valueOf('export const value = 2;', 'b.js')).toBe(2);
});

it('runs an import() of a module that is loaded again', async () => {
  const text = "export const { value } = await import('other');";
  expect([await valueOf(text, 'c.js'), await valueOf(text, 'c.js')]).toEqual([
    'imported',
    'imported',
  ]);
});

it('reads the kept code of a function for its second compilation, with the changed text for its third', () => {
  const results = ['return 1;', 'return 1;', 'return 2;'].map((text) => {
    const compiled = kept.compileFunction(text, [], { filename: 'd.js' });
    return [compiled(), compiled.cachedDataRejected];
  });
  expect(results).toEqual([
    [1, undefined],
    [1, false],
    [2, undefined],
  ]);
});
