import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { pagesWithNotice, withoutNotice } from './first-release.js';

const LINK = '[install from the repository](../../CONTRIBUTING.md#install)';

it.each([
  [`With types. Nothing is published yet:\n${LINK}. Peers: none.`, 'With types. Peers: none.'],
  [
    `Begin.\n\nNothing is published yet: instead of \`npm install a\`,\n${LINK}.\n\nEnd.`,
    'Begin.\n\nEnd.',
  ],
  ['Nothing is lost.', 'Nothing is lost.'],
])('the first release removes the sentence and keeps the rest: %j', (before, after) => {
  expect(withoutNotice(before)).toBe(after);
});

it('the first release finds it on every page that has it', () => {
  const pages = pagesWithNotice();
  expect(pages.length).toBeGreaterThan(50);
  for (const page of pages) {
    expect(withoutNotice(readFileSync(page, 'utf8'))).not.toMatch(/published yet/);
  }
});
