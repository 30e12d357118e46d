import { expect, it } from '@jest/globals';
import { checkNames } from './index.js';

const KNOWN = { port: 1, host: 1 };

function check(options: object, path?: string): void {
  checkNames(
    options as { port?: number; host?: string },
    KNOWN,
    (text) => new RangeError(text),
    path,
  );
}

it.each([{}, { port: 7 }, { host: undefined, port: 7 }])('%p has only known names', (options) => {
  expect(() => {
    check(options);
  }).not.toThrow();
});

it('inherited names are ignored', () => {
  expect(() => {
    check(Object.create({ prot: 7 }) as object);
  }).not.toThrow();
});

it.each([
  ['prot', 7],
  ['prot', undefined],
  ['toString', 'x'],
  ['__proto__', 1],
])(
  'the unknown name %s with %p is refused without its value, and the known ones are named',
  (name, value) => {
    const options = Object.defineProperty({ port: 7 }, name, { value, enumerable: true });
    const text = `unknown option ${name}; expected one of port, host`;
    expect(() => {
      check(options);
    }).toThrow(new RangeError(text));
  },
);

it('the name of a nested option begins with that of its object', () => {
  expect(() => {
    check({ prot: 7 }, 'limits.');
  }).toThrow('unknown option limits.prot; expected one of port, host');
});
