import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { readBuiltPage } from './built-page.js';
import { builtFaults, readBuiltPages } from './check-built.js';
import { sampleOf } from './sample.js';

const root = temporaryFolder();

test.each([
  ['a link to no page', '<a href="b.html">b</a>', 'no page /b.html'],
  ['a link to no section', '<a href="#b">b</a>', 'no section #b in /a.html'],
  ['a link to no section of another page', '<a href="/#b">b</a>', 'no section #b in /'],
  ['a link to no file', '<a href="/files/b">b</a>', 'no file /files/b'],
  ['a link after > in quotes', '<p title=">"><a href="b.html">b</a></p>', 'no page /b.html'],
  [
    'a foreign script',
    '<script src="https://b.example/b.js"></script>',
    'asks for https://b.example/b.js',
  ],
  ['a missing style sheet', '<link rel="stylesheet" href="/b.css">', 'no file /b.css'],
  ['a picture without a text', '<img src="/mark.svg">', 'the picture /mark.svg has no text'],
  ['a diagram as text', '<div class="language-mermaid">', 'a diagram is shown as text'],
])('%s is reported', (_name, html, fault) => {
  expect(faultsOf({ 'a.html': html })).toEqual([`/a.html: ${fault}`]);
});

test('the description of another page is reported', () => {
  const fault = '/index.html: another page has the description "Home"';
  expect(faultsOf({ 'a.html': '<meta name="description" content="Home">' })).toEqual([fault]);
});

test('a foreign font of a style sheet is reported', () => {
  const css = '@font-face { src: url("https://b.example/b.woff2") }';
  expect(faultsOf({ 'a.css': css })).toEqual(['/a.css: asks for https://b.example/b.woff2']);
});

test('links that exist, links to other sites, and what scripts and comments contain are no faults', () => {
  const html = `<a id="b" href="#b">b</a> <a href="/">home</a> <a href="https://b.example">b</a>
    <!-- <a href="b.html"> --> <script>'<a href="b.html">'</script> <a id="&quot;c" href="#%22c">c</a>`;
  expect(faultsOf({ 'a.html': html })).toEqual([]);
});

test('opened are the longest page of each folder and each component, laid out the other guides and the longest of the API', () => {
  const page = (path, length, parts = []) => ({ path, length, parts: new Set(parts) });
  const pages = [
    page('/index.html', 1),
    page('/decisions/1.html', 1),
    page('/decisions/2.html', 2),
    page('/decisions/3.html', 1, ['.chart']),
    page('/guides/a.html', 1),
    page('/guides/b.html', 2),
    ...Array.from({ length: 20 }, (_, i) => page(`/api/${i}.html`, i)),
  ];
  const { opened, laidOut } = sampleOf(pages, ['/decisions/1.html']);
  const first = ['/api/19.html', '/decisions/1.html', '/decisions/2.html', '/decisions/3.html'];
  expect(opened.map(({ path }) => path).sort()).toEqual([
    ...first,
    '/guides/b.html',
    '/index.html',
  ]);
  const ofApi = Array.from({ length: 11 }, (_, i) => `/api/${i + 8}.html`);
  expect(laidOut.map(({ path }) => path).sort()).toEqual([...ofApi, '/guides/a.html'].sort());
});

test('the parts of a page are its elements, its classes, and which element is in which', () => {
  const html = '<ul class="a _b"><li>1<br></li><li><p>2</p></li></ul>';
  const { parts } = readBuiltPage('/a.html', html);
  const nested = ['undefined>ul', 'ul>li', 'li>br', 'li>p'];
  expect([...parts].sort()).toEqual(['.a', 'br', 'li', 'p', 'ul', ...nested].sort());
});

function faultsOf(files) {
  const folder = mkdtempSync(join(root, 'site-'));
  const all = {
    'index.html': '<meta name="description" content="Home">',
    '404.html': '<a href="/nowhere.html">',
    'mark.svg': '',
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return builtFaults(readBuiltPages(folder), folder);
}
