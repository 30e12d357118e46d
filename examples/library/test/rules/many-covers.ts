import { expect, it } from '@jest/globals';
import { JPEG, PNG } from '../pictures.js';
import type { RunningLibrary } from '../running-library.js';
import { signedIn, type Visitor } from '../visitor.js';

const LARGE = Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)]);

/** A field of the form, the name of the file, and its content. */
type Sent = readonly [field: string, name: string, bytes: Buffer];

export function manyCoverRules(library: () => RunningLibrary): void {
  const upload = (visitor: Visitor, files: readonly Sent[]) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(visitor.tokens)) body.append(name, value);
    for (const [field, name, bytes] of files) body.append(field, new Blob([bytes]), name);
    return visitor.send('POST', '/covers', { body });
  };
  const typeOf = async (book: number) =>
    (await fetch(`${library().url}/books/${book}/cover`)).headers.get('Content-Type');

  it('stores several covers, each at the book that its name or its field says', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const response = await upload(librarian, [
      ['covers[]', '060-front.png', PNG],
      ['covers[]', '61.png', JPEG],
      ['cover[62]', 'no-number.jpg', JPEG],
    ]);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('3 of 3 covers stored.');
    const types = [await typeOf(60), await typeOf(61), await typeOf(62)];
    expect(types).toEqual(['image/png', 'image/jpeg', 'image/jpeg']);
  });

  it('reports each picture that it refuses, and stores the others', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const response = await upload(librarian, [
      ['covers[]', '63.png', LARGE],
      ['covers[]', '64.png', Buffer.from('<script>alert(1)</script>')],
      ['covers[]', '<b>.png', PNG],
      ['covers[]', '99999.png', PNG],
      ['covers[]', '65.png', PNG],
    ]);
    expect(response.status).toBe(200);
    const page = await response.text();
    for (const problem of [
      'A picture can have at most 2 MiB.',
      'Send a picture: PNG, JPEG, WebP or GIF.',
      '<td><bdi>&lt;b&gt;.png</bdi></td><td></td><td>Start the file name with the number',
      'There is no book 99999.',
      '1 of 5 covers stored.',
    ]) {
      expect(page).toContain(problem);
    }
    const types = [await typeOf(63), await typeOf(64), await typeOf(65)];
    expect(types).toEqual(['image/svg+xml', 'image/svg+xml', 'image/png']);
  });

  it.each([
    ['none', [], 422, '>Choose at least one picture.</span>'],
    ['only bad ones', [['covers[]', '66.png', Buffer.from('x')] as const], 422, '0 of 1'],
    [
      'more than 50',
      Array.from({ length: 51 }, () => ['covers[]', '66.png', PNG] as const),
      413,
      '>Send at most 50 pictures at once.</span>',
    ],
  ])('refuses a form with %s, and says why', async (_, files, status, text) => {
    const librarian = await signedIn(library().url, 'librarian');
    const response = await upload(librarian, files);
    expect([response.status, await response.text()]).toEqual([
      status,
      expect.stringContaining(text),
    ]);
    expect(await typeOf(66)).toBe('image/svg+xml');
    const again = await upload(librarian, files);
    expect(await again.text()).toContain('action="/covers"');
  });

  it('takes covers from librarians alone', async () => {
    const reader = await signedIn(library().url, 'reader');
    expect((await upload(reader, [['covers[]', '67.png', PNG]])).status).toBe(403);
  });
}
