import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from '../setup/packages.js';

const folder = join(root, 'docs/guides');
const MAX_LINES = 150;

const guides = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), 'utf8').replaceAll(/^<!-- .* -->\n/gm, '');
  return { name, lines: text.trimEnd().split('\n').length, sections: text.split(/^## /m) };
});

describe.each(guides)('the guide $name', ({ lines, sections }) => {
  it(`has 60 to ${MAX_LINES} lines`, () => {
    expect(lines).toBeGreaterThanOrEqual(60);
    expect(lines).toBeLessThanOrEqual(MAX_LINES);
  });

  it('begins with what it is for, and shows code or a table before its second section ends', () => {
    expect(sections[0]).toMatch(/^# [^\n]+\n\n[A-Z]/);
    expect(sections.slice(0, 2).join('')).toMatch(/^(?:```|\|)/m);
  });

  it('ends with links to a README, or to a page of reference, and to a complete program', () => {
    const last = sections.at(-1) ?? '';
    expect(last).toMatch(/^Next\n/);
    expect(last).toMatch(/\]\((?:\.\.\/\.\.\/packages\/|\.\.\/[\w-]+\.md\))/);
    expect(last).toMatch(
      /\]\((?:\.\.\/recipes\.md#|\.\.\/\.\.\/examples\/|\.\.\/\.\.\/packages\/create-mortise\))/,
    );
  });
});
