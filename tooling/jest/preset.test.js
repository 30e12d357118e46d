import { expect, it } from '@jest/globals';

it('a package that a test imports by name is its source, or its build if that was found to be as new', () => {
  const folder = process.env.MORTISE_BUILT === '1' ? 'dist' : 'src';
  expect(import.meta.resolve('@mortise/router')).toContain(`packages/router/${folder}/`);
});
