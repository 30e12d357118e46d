import { describe, expect, it } from '@jest/globals';
import { withPublicLinks } from './public-links.js';

const address = 'https://git.example/mortise/mortise';
const changed = (markdown) => withPublicLinks(markdown, 'packages/router', address);

describe('withPublicLinks', () => {
  it.each([
    ['a page', '[a](../../docs/x.md)', `[a](${address}/blob/HEAD/docs/x.md)`],
    ['a section', '[a](../../docs/x.md#y-z)', `[a](${address}/blob/HEAD/docs/x.md#y-z)`],
    ['a folder', '[a](../base)', `[a](${address}/tree/HEAD/packages/base)`],
    [
      'a folder with a slash and a section',
      '[a](../base/#b)',
      `[a](${address}/tree/HEAD/packages/base#b)`,
    ],
    [
      'a file of the package',
      '[a](src/a.ts)',
      `[a](${address}/blob/HEAD/packages/router/src/a.ts)`,
    ],
    ['a dot', '[a](./src/a.ts)', `[a](${address}/blob/HEAD/packages/router/src/a.ts)`],
    ['the root', '[a](../..)', `[a](${address})`],
    ['a path from the root', '[a](/docs/x.md)', `[a](${address}/blob/HEAD/docs/x.md)`],
    ['a title', '[a](../x.md "T (t)")', `[a](${address}/blob/HEAD/packages/x.md "T (t)")`],
    ['parentheses', '([a](x_(y).md))', `([a](${address}/blob/HEAD/packages/router/x_(y).md))`],
    ['angle brackets', '[a](<x y.md>)', `[a](<${address}/blob/HEAD/packages/router/x%20y.md>)`],
    ['code as text', '[`a`](../base)', `[\`a\`](${address}/tree/HEAD/packages/base)`],
    ['lines', '[a\nb](../base)', `[a\nb](${address}/tree/HEAD/packages/base)`],
    ['an image', '![a](../a.svg)', `![a](${address}/raw/HEAD/packages/a.svg)`],
    [
      'an image in a link',
      '[![a](a.png)](../base)',
      `[![a](${address}/raw/HEAD/packages/router/a.png)](${address}/tree/HEAD/packages/base)`,
    ],
    ['a definition', '[a]: ../x.md "T"', `[a]: ${address}/blob/HEAD/packages/x.md "T"`],
    ['HTML', '<a id="b" href="../x.md">', `<a id="b" href="${address}/blob/HEAD/packages/x.md">`],
    [
      'an image in HTML',
      '<img src="a.png" alt="">',
      `<img src="${address}/raw/HEAD/packages/router/a.png" alt="">`,
    ],
  ])('makes a link with %s absolute', (_, relative, absolute) => {
    expect(changed(`text ${relative}, text`.replace(/^text \[a\]:/, '[a]:'))).toBe(
      `text ${absolute}, text`.replace(/^text \[a\]:/, '[a]:'),
    );
  });

  it('changes each link of a line', () => {
    expect(changed('[a](../a) and [b](../b)')).toBe(
      `[a](${address}/tree/HEAD/packages/a) and [b](${address}/tree/HEAD/packages/b)`,
    );
  });

  it.each([
    ['an address', '[a](https://host.test/x.md), ![b](http://host.test/b.png)'],
    ['an address without a scheme', '[a](//host.test/x.md)'],
    ['mail', '[a](mailto:a@host.test)'],
    ['a section of the page', '[a](#b)'],
    ['nothing', '[a]()'],
    ['a footnote', '[^a]: text'],
    ['an anchor', '<a id="use-with"></a>'],
    ['a code span', 'text `[a](../a)` and ``[`a`](../a)``'],
    ['a code span with a pair of backticks', '`a`` [a](../a)`'],
    ['a fenced block', '```md\n[a](../a)\n[b]: ../b\n```\n'],
    ['a fenced block of tildes', '~~~md\n[a](../a)\n```\n[a](../a)\n~~~\n'],
    ['a longer fence', '````md\n```\n[a](../a)\n```\n[a](../a)\n````\n'],
    ['a fenced block in a list', '- a\n\n  ```md\n  [a](../a)\n  ```\n'],
    ['a fenced block without an end', '```md\n[a](../a)\n\n[a](../a)'],
  ])('keeps %s', (_, markdown) => {
    expect(changed(markdown)).toBe(markdown);
  });

  it.each([
    ['a fenced block', '```ts\nconst a = `b`;\n```\n'],
    ['an empty fenced block', '```\n```\n'],
    ['a code span', '`a` '],
    ['a code span with a pair of backticks', '`a`` [a](../a)`'],
    ['a single backtick', 'it is ` here\n\n'],
    ['an escaped backtick', 'a \\` '],
  ])('changes a link after %s', (_, before) => {
    const after = '[a](../a) and `code`';
    expect(changed(before + after)).toBe(
      `${before}[a](${address}/tree/HEAD/packages/a) and \`code\``,
    );
  });

  it('changes nothing when it is repeated', () => {
    const once = changed('[a](../a), ![b](b.png), <img src="c.png">\n\n[d]: ../d\n');
    expect(changed(once)).toBe(once);
  });
});
