import { describe, expect, it } from '@jest/globals';
import { plant } from './plant.js';

/** What each fault of a text does to it, as `before -> after`. */
function faultsOf(text) {
  return plant(text).faults.map(({ before, after }) => `${before} -> ${after}`);
}

/** The value of `result` with one fault, or with none. */
function valueWith(text, active) {
  return new Function('__fault', `${plant(text).text}\nreturn result;`)((id) => id === active);
}

describe('plant', () => {
  it.each([
    ['let a = b < 5;', ['5 -> 6', 'b < 5 -> b <= 5']],
    ['let a = b ?? c;', ['b ?? c -> b', 'b ?? c -> c']],
    ['let a = b && c;', ['b && c -> b', 'b && c -> c']],
    ['let a = !b;', ['!b -> b']],
    ['if (a) b();', ['a -> true', 'a -> false']],
    ['if (a) { b(); c(); }', ['a -> true', 'a -> false', 'b(); -> ', 'c(); -> ']],
    ['release();', ['release(); -> ']],
    [
      'let a = { ...b, c };',
      ['{ ...b, c } -> { c }', '{ ...b, c } -> { ...b, }', '{ ...b, c } -> { c, ...b }'],
    ],
    ['let a = [b, ...c];', ['[b, ...c] -> [...c]', '[b, ...c] -> [b, ]', '[b, ...c] -> [...c, b]']],
    ['let a = await b;', ['await b -> b']],
    ['let a = b.replaceAll(c, d);', ['b.replaceAll(c, d) -> b.replace(c, d)']],
    ['let a = b.c().some(d);', ['b.c().some(d) -> b.c().every(d)']],
    ["let a = ['b', 'c'];", ["['b', 'c'] -> ['c']", "['b', 'c'] -> ['b', ]"]],
    ["let a = 'b';", ["'b' -> ''"]],
    ['let a = `${b}_end`;', ['`${b}_end` -> `${b}`']],
    ['let a = b?.c?.d;', ['b?.c?.d -> b?.c.d', 'b?.c?.d -> b.c?.d']],
    ['let a = () => b();', ['b() -> undefined']],
    ['let a = /^[ab]{1,2}$/i;', expect.arrayContaining(['/^[ab]{1,2}$/i -> /^[ab]{1,3}$/i'])],
    [
      'let a = /^[\\w/]$/;',
      ['/^[\\w/]$/ -> /[\\w/]$/', '/^[\\w/]$/ -> /^[\\w/]/', '/^[\\w/]$/ -> /^[^]$/'],
    ],
    ['let a = { b: 0 };', ['{ b: 0 } -> { }']],
  ])('knows the faults of %s', (text, faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });

  it.each([
    "import { a } from 'b';",
    "export * from 'b';",
    "type A = 'b' | 1;",
    "interface A { b: 'c' }",
    "let a = 'text of a message';",
    'let a: 5;',
    "let { 'a-b': c } = d;",
  ])('leaves %s alone', (text) => {
    expect(plant(text)).toEqual({ text, faults: [] });
  });

  it('changes nothing while no fault is active', () => {
    const text =
      "const a = { n: 2 }; let result = a?.n; if (result > 1) result += 3; else result = 'no';";
    expect(valueWith(text, -1)).toBe(5);
  });

  it('has the one fault whose number is active', () => {
    const text = 'let result = 2 < 2;';
    const { faults } = plant(text);
    const boundary = faults.find(({ after }) => after === '2 <= 2');
    expect(valueWith(text, boundary.id)).toBe(true);
  });

  it('drops a statement without the else of its condition', () => {
    const text = 'let result = 0; if (result > 0 || true) result = 1; else result = 2;';
    const dropped = plant(text).faults.find(({ before }) => before === 'result = 1;');
    expect(valueWith(text, dropped.id)).toBe(0);
  });

  it('numbers faults from the first id, and says their line', () => {
    const { text, faults } = plant('\nlet a = 7;', 40);
    expect(faults).toEqual([{ id: 40, line: 2, before: '7', after: '8', runsOnce: true }]);
    expect(text).toContain('__fault(40)');
  });

  it.each([
    'function f() { return 7; }',
    'const f = () => 7;',
    'class A { get b() { return 7; } }',
  ])('says of what runs when it is called that it does not run once: %s', (text) => {
    expect(plant(text).faults.find(({ before }) => before === '7')?.runsOnce).toBe(false);
  });
});
