import { setFlagsFromString } from 'node:v8';
import vm from 'node:vm';
import { expect, it } from '@jest/globals';

// They are shared in the worker that runs this test, too.
const identifier = '/a/module.ts';

async function evaluated(code, { global = {}, ...options } = {}) {
  const context = vm.createContext(global);
  const module = new vm.SourceTextModule(code, { identifier, context, ...options });
  await module.link(() => undefined);
  await module.evaluate();
  return module.namespace;
}

it('a shared module has the globals of its context, and its own state', async () => {
  const code = 'export const seen = name; export const list = [];';
  const first = await evaluated(code, { global: { name: 'a' } });
  first.list.push(1);
  const second = await evaluated(code, { global: { name: 'b' } });
  expect([first.seen, second.seen]).toEqual(['a', 'b']);
  expect([...second.list]).toEqual([]);
});

it('a module that has changed is parsed again, also at the same length', async () => {
  expect((await evaluated('export const a = 1;')).a).toBe(1);
  expect((await evaluated('export const a = 2;')).a).toBe(2);
});

it('import() and import.meta of a shared module are those of the test file that loads it', async () => {
  const code = 'export const meta = import.meta.url; export const load = () => import("b");';
  const loaded = async (url) => {
    const other = new vm.SyntheticModule(['default'], function evaluate() {
      this.setExport('default', url);
    });
    await other.link(() => undefined);
    await other.evaluate();
    const { meta, load } = await evaluated(code, {
      initializeImportMeta: (target) => {
        target.url = url;
      },
      importModuleDynamically: () => other,
    });
    return [meta, (await load()).default];
  };
  expect([await loaded('one'), await loaded('two')]).toEqual([
    ['one', 'one'],
    ['two', 'two'],
  ]);
});

it('an error in a shared module has its line', async () => {
  const code = '\n\nexport const fail = () => new Error("a");';
  await evaluated(code);
  expect((await evaluated(code)).fail().stack).toContain(`${identifier}:3:`);
  await expect(evaluated('\n\n!')).rejects.toThrow('Unexpected');
});

it('a module is parsed again after a change of the flags of V8', async () => {
  const code = 'export const a = 1;';
  await evaluated(code);
  setFlagsFromString('--max-lazy');
  try {
    expect((await evaluated(code)).a).toBe(1);
  } finally {
    setFlagsFromString('--no-max-lazy');
  }
});
