import { expect, it } from '@jest/globals';
import { CONTENT_SECURITY_POLICY, filesBeside, pageHtml, startScript } from './page.js';

it('links to the document without JavaScript', () => {
  expect(pageHtml('a', './', '/a"b.json')).toContain('<noscript>');
  expect(pageHtml('a', './', '/a"b.json')).toContain('<a href="/a&quot;b.json">here</a>');
});

it('escapes the path of its files, which cannot end an attribute', () => {
  const targets = [...pageHtml('', './"><i>&/', '/').matchAll(/(?:src|href)="([^"]*)"/g)].filter(
    ([, target]) => target !== '/',
  );
  const escaped = targets.map(([, target]) => target?.slice(0, target.lastIndexOf('/')));
  expect(escaped).toEqual(Array(4).fill('./&quot;&gt;&lt;i&gt;&amp;'));
});

it('is a document in English, in UTF-8 and as wide as the screen, with a place for the interface', () => {
  const lines = pageHtml('a', './', '/a.json').split('\n');
  expect(lines.slice(0, 7)).toEqual([
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<title>a</title>',
  ]);
  expect(lines).toContain('<div id="ui"></div>');
});

it.each([
  ['/', './'],
  ['/docs/', './'],
  ['/docs', './docs/'],
  ['/api/docs', './docs/'],
])('has its files for %s at %s', (path, files) => {
  expect(filesBeside(path)).toBe(files);
});

it('may load its own files, write styles, and nothing else', () => {
  expect(CONTENT_SECURITY_POLICY.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ]);
});

it('starts without the validator, which is a third party, and with links to operations', () => {
  const [, options = ''] = /^SwaggerUIBundle\((.*)\);\n$/m.exec(startScript('/a"b.json')) ?? [];
  expect(JSON.parse(options)).toEqual({
    url: '/a"b.json',
    dom_id: '#ui',
    validatorUrl: null,
    deepLinking: true,
  });
});
