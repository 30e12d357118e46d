import { expect, it } from '@jest/globals';
import { pageHtml } from './page.js';

it('escapes the path of its files, which cannot end an attribute', () => {
  const targets = [...pageHtml('', './"><i>&/').matchAll(/(?:src|href)="([^"]*)"/g)];
  const escaped = targets.map(([, target]) => target?.slice(0, target.lastIndexOf('/')));
  expect(escaped).toEqual(Array(4).fill('./&quot;&gt;&lt;i&gt;&amp;'));
});
