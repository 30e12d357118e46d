import { expect, it } from '@jest/globals';
import { filesBeside, pageHtml } from './page.js';

it('escapes the path of its files, which cannot end an attribute', () => {
  const targets = [...pageHtml('', './"><i>&/').matchAll(/(?:src|href)="([^"]*)"/g)];
  const escaped = targets.map(([, target]) => target?.slice(0, target.lastIndexOf('/')));
  expect(escaped).toEqual(Array(4).fill('./&quot;&gt;&lt;i&gt;&amp;'));
});

it.each([
  ['/', './'],
  ['/docs/', './'],
  ['/docs', './docs/'],
  ['/api/docs', './docs/'],
])('has its files for %s at %s', (path, files) => {
  expect(filesBeside(path)).toBe(files);
});
