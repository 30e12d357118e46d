import { expect, it } from '@jest/globals';
import { PNG } from '../pictures.js';
import type { RunningLibrary } from '../running-library.js';
import { signedIn, type Visitor } from '../visitor.js';

export function fileRules(library: () => RunningLibrary): void {
  const upload = (visitor: Visitor, path: string, fields: Record<string, Blob | string>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...visitor.tokens, ...fields }))
      body.append(name, value);
    return visitor.send('POST', path, { body });
  };

  it('replaces a cover, whose address changes, by a picture whose type is that of the content', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const cover = new Blob([PNG], { type: 'text/html' });
    expect((await upload(librarian, '/books/50/cover', { cover })).status).toBe(303);
    const address = /\/books\/50\/cover\?v=\d+/.exec(await librarian.open('/books/50'))?.[0] ?? '';
    expect(address).toBe('/books/50/cover?v=1');
    const response = await fetch(library().url + address);
    expect(response.headers.get('Content-Type')).toBe('image/png');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PNG);
  });

  it.each([
    ['text', Buffer.from('<script>alert(1)</script>'), 422],
    ['what begins like a GIF', Buffer.from('GIF8<script>alert(1)</script>'), 422],
    ['what has the mark of WebP alone', Buffer.from('xxxxxxxxWEBP<html>'), 422],
    ['the mark of PNG alone', PNG.subarray(0, 8), 422],
    ['nothing', Buffer.alloc(0), 422],
    ['more than 2 MiB', Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)]), 413],
  ])(
    'refuses %s as a cover, says so at its field, and keeps the old one',
    async (_, bytes, status) => {
      const librarian = await signedIn(library().url, 'librarian');
      const cover = new Blob([bytes], { type: 'image/png' });
      const response = await upload(librarian, '/books/51/cover', { cover });
      expect(response.status).toBe(status);
      const page = await response.text();
      const problem =
        status === 413
          ? 'A picture can have at most 2 MiB.'
          : 'Send a picture: PNG, JPEG, WebP or GIF.';
      expect(page).toMatch(
        /name="cover"[^>]* aria-invalid="true" aria-describedby="problem-cover"/,
      );
      expect(page).toContain(
        `<span class="problem" id="problem-cover" role="alert">${problem}</span>`,
      );
      // The page of the book, with its forms: another picture can be sent from here.
      expect(page).toContain('action="/books/51/cover"');
      expect(await librarian.open('/books/51')).toContain('/books/51/cover?v=0');
    },
  );

  it('takes a cover from librarians alone', async () => {
    const reader = await signedIn(library().url, 'reader');
    const response = await upload(reader, '/books/51/cover', { cover: new Blob([PNG]) });
    expect(response.status).toBe(403);
  });

  it('sends a part of a reading sample', async () => {
    const headers = { Range: 'bytes=0-18' };
    const response = await fetch(`${library().url}/samples/1.txt`, { headers });
    expect([response.status, await response.text()]).toEqual([206, 'Pride and Prejudice']);
  });

  it('imports a file by a form, and continues when the form is sent again', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const page = await librarian.open('/import');
    const id = /name="id" value="(.+?)"/.exec(page)?.[1] ?? '';
    const author = crypto.randomUUID();
    const line = JSON.stringify({ title: 'x', author, year: 1900, language: 'English' });
    const file = new Blob([`${line}\nnot JSON\n${line}\n`]);
    for (let time = 0; time < 2; time++) {
      expect((await upload(librarian, '/import', { id, file })).status).toBe(303);
    }
    const state = await librarian.open(`/import/${id}`);
    expect(state).toContain('3 lines');
    expect(state).toContain('This is not JSON: write one book per line.');
    expect(await librarian.open(`/authors/${author}`)).toContain('2 books');
  });

  it('shows the form again, with the mistake at its field, without a file or an id', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const id = crypto.randomUUID();
    for (const [fields, problem, kept] of [
      [{ id }, 'Choose an NDJSON or CSV file.', id],
      [{ id: '/', file: new Blob(['{}']) }, 'The form was incomplete. Choose the file again.', ''],
    ] as const) {
      const response = await upload(librarian, '/import', fields);
      expect(response.status).toBe(422);
      const page = await response.text();
      expect(page).toMatch(/name="file"[^>]* aria-invalid="true" aria-describedby="problem-file"/);
      expect(page).toContain(`id="problem-file" role="alert">${problem}</span>`);
      expect(page).toMatch(new RegExp(`name="id" value="${kept}[-\\w]*"`));
    }
  });

  it('takes a corrected file of another kind after the first one was refused, by the same form', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const id = /name="id" value="(.+?)"/.exec(await librarian.open('/import'))?.[1] ?? '';
    const author = crypto.randomUUID();
    const line = JSON.stringify({ title: 'x', author, year: 1900, language: 'English' });
    const wrong = new File([line], 'books.csv');
    expect((await upload(librarian, '/import', { id, file: wrong })).status).toBe(422);
    const right = new File([line], 'books.ndjson');
    expect((await upload(librarian, '/import', { id, file: right })).status).toBe(303);
    const state = await librarian.open(`/import/${id}`);
    expect(state).toContain('1 book added');
    expect(state).toContain('<h1><bdi>books.ndjson</bdi></h1>');
  });

  it('does not take another file for one that the same form has sent before', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const id = /name="id" value="(.+?)"/.exec(await librarian.open('/import'))?.[1] ?? '';
    const author = crypto.randomUUID();
    const line = JSON.stringify({ title: 'x', author, year: 1900, language: 'English' });
    const send = (form: string, name: string) =>
      upload(librarian, '/import', { id: form, file: new File([line], name) });
    expect((await send(id, 'one.ndjson')).status).toBe(303);
    const refused = await send(id, 'two.ndjson');
    expect(refused.status).toBe(409);
    const page = await refused.text();
    expect(page).toContain('This form was used for “one.ndjson”.');
    const next = /name="id" value="(.+?)"/.exec(page)?.[1] ?? '';
    expect((await send(next, 'two.ndjson')).status).toBe(303);
    expect(await librarian.open(`/authors/${author}`)).toContain('2 books');
  });

  it('calls an import of a file without a name an import', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const id = /name="id" value="(.+?)"/.exec(await librarian.open('/import'))?.[1] ?? '';
    const file = new File(['not JSON'], ' ');
    expect((await upload(librarian, '/import', { id, file })).status).toBe(303);
    expect(await librarian.open(`/import/${id}`)).toContain('<title>Import · The Library</title>');
    expect(await librarian.open('/import')).toContain(
      `<a href="/import/${id}"><bdi>${id}</bdi></a>`,
    );
  });
}
