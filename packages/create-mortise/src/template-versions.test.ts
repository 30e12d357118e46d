import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { templateVersions } from './template-versions.js';

it('the versions of templates accept later releases, and keep ranges as they are packed', () => {
  const home = mkdtempSync(join(tmpdir(), 'mortise-'));
  const packed = { mortise: '1.2.3', zod: '^4.0.0', typescript: '~5.9.0' };
  writeFileSync(join(home, 'package.json'), JSON.stringify({ templateVersions: packed }));
  expect(templateVersions(home)).toEqual({ ...packed, mortise: '^1.2.3' });
  rmSync(home, { recursive: true });
});

it('there are no versions of templates in a package that was not packed', () => {
  const home = mkdtempSync(join(tmpdir(), 'mortise-'));
  writeFileSync(join(home, 'package.json'), '{}');
  expect(templateVersions(home)).toEqual({});
  rmSync(home, { recursive: true });
});
