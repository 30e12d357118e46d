import { expect, it } from '@jest/globals';
import { dependencyProblems } from './tarball-dependencies.js';

it('a packed manifest may ask for ranges, and for an exact busboy', () => {
  const dependencies = { '@mortise/base': '^0.1.0', saxes: '^6.0.0', busboy: '1.6.0' };
  expect(dependencyProblems(dependencies)).toEqual([]);
  expect(dependencyProblems()).toEqual([]);
});

it.each([
  [
    { saxes: '6.0.0' },
    'saxes 6.0.0 is an exact version: write ^6.0.0 in the catalog, so that its fixes reach users',
  ],
  [{ '@mortise/base': 'workspace:^' }, 'the packed manifest asks for @mortise/base workspace:^'],
  [{ saxes: 'catalog:' }, 'the packed manifest asks for saxes catalog:'],
])('a packed manifest with %j is refused', (dependencies, sentence) => {
  expect(dependencyProblems(dependencies)).toEqual([sentence]);
});
