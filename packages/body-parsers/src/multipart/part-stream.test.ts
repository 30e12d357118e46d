import { expect, it } from '@jest/globals';
import { arriving, CONTENT_TYPE, cut, field, file, formBytes } from '../../test/form-bytes.js';
import { multipartParts, type Part } from './index.js';

const bytes = formBytes([file('f', 'x'.repeat(5000)), field('a', '\ufeff1')]);
const partsOf = () => multipartParts(arriving(cut(bytes, 1000)), CONTENT_TYPE);

it('a part cannot be read after the loop over the parts was left', async () => {
  const parts = partsOf();
  const part = (await parts.next()).value as Part;
  await parts.return?.();
  await expect(part.bytes()).rejects.toThrow('the part was skipped');
  await expect(parts.next()).resolves.toEqual({ done: true, value: undefined });
});

it('the text of a field is its whole value, even with a byte order mark', async () => {
  const texts: unknown[] = [];
  for await (const part of partsOf()) texts.push((await part.text()).slice(0, 2));
  expect(texts).toEqual(['xx', '\ufeff1']);
});
