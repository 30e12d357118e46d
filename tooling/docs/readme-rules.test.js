import { describe, expect, it } from '@jest/globals';
import { readmeProblems } from './readme-rules.js';

const GOOD = `# @mortise/a

Does one thing.

## Install

## Use

## Options

## With

## Versions
`;

describe('readmeProblems', () => {
  it('accepts the order of the other packages', () => {
    expect(readmeProblems('@mortise/a', GOOD)).toEqual([]);
  });

  it.each([
    [
      'no sentence about the package',
      GOOD.replace('Does one thing.\n\n', ''),
      'README.md does not begin with "# @mortise/a" and what the package is for',
    ],
    [
      'the name of another package',
      GOOD.replace('mortise/a', 'mortise/b'),
      'README.md does not begin with "# @mortise/a" and what the package is for',
    ],
    [
      'options before the first example',
      GOOD.replace('## Use\n\n## Options', '## Options\n\n## Use'),
      'the first headings of README.md are not Install and Use',
    ],
    [
      'no versions',
      GOOD.replace('## Versions\n', ''),
      'the last headings of README.md are not With and Versions',
    ],
    ['a whole manual', `${GOOD}${'A line.\n'.repeat(160)}`, 'README.md has 174 lines; at most 165'],
  ])('refuses a README with %s', (_, text, problem) => {
    expect(readmeProblems('@mortise/a', text)).toEqual([problem]);
  });
});
