import { expect, it } from '@jest/globals';
import { expectErrorPage } from '../error-page.js';
import type { RunningLibrary } from '../running-library.js';
import { signedIn } from '../visitor.js';

export function errorRules(library: () => RunningLibrary): void {
  it('refuses a reader the page of librarians', async () => {
    const reader = await signedIn(library().url, 'reader');
    const page = await expectErrorPage(await reader.send('GET', '/books/new'), '403 Forbidden');
    expect(page).toContain('Only librarians can do this.');
  });

  it('shows a book, an author and an import that do not exist as 404', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    for (const path of ['/books/99999', '/books/99999/edit', '/authors/Nobody', '/import/none']) {
      await expectErrorPage(await librarian.send('GET', path), '404 Not Found');
    }
  });

  it('says why a loan is refused', async () => {
    const reader = await signedIn(library().url, 'reader');
    const page = await expectErrorPage(await reader.submit('/books/33/reserve'), '409 Conflict');
    expect(page).toContain('A copy is available: borrow it.');
    await reader.submit('/books/33/borrow');
    const again = await reader.submit('/books/33/reserve');
    expect(await expectErrorPage(again, '409 Conflict')).toContain('You have borrowed this book.');
    await reader.submit('/books/33/return');
  });

  it('refuses a form with a cover that is four times too large', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const upload = (bytes: string) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(librarian.tokens)) body.set(name, value);
      body.set('cover', new Blob([bytes]), 'cover.png');
      return librarian.send('POST', '/books/33/cover', { body });
    };
    await expectErrorPage(await upload('x'.repeat(8_400_000)), '413 Content Too Large');
  });
}
