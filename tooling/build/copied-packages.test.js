import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { COPIED, copiedBy } from './copied-packages.js';

it('a package is released together with those that contain copies of it', () => {
  const path = new URL('../../.changeset/config.json', import.meta.url);
  const [group] = JSON.parse(readFileSync(path, 'utf8')).fixed;
  const folders = new Set(COPIED.flatMap((folder) => [folder, ...copiedBy(folder)]));
  // The program of the umbrella and its templates are released with what they contain, too.
  const names = [...folders]
    .filter((folder) => folder !== 'mortise')
    .map((folder) => `@mortise/${folder}`);
  expect(group.toSorted()).toEqual(['mortise', 'create-mortise', ...names].toSorted());
});
