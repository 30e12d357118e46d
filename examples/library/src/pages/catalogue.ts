import type { Book } from '../books/book.js';
import type { BookPage } from '../books/book-store.js';
import { type Html, html } from './html.js';
import { layout } from './layout.js';

/** The catalogue: a search field and one page of books. */
export function cataloguePage(search: string, { books, page, pages, total }: BookPage): Html {
  return layout(
    search === '' ? 'Catalogue' : `Search: ${search}`,
    html`<h1>Catalogue</h1>
    <form class="search" role="search" action="/library">
      <input type="search" name="q" value="${search}" placeholder="Title or author" aria-label="Title or author">
      <button>Search</button>
    </form>
    <p class="soft">${found(total)}</p>
    <ul class="books">${books.map(entry)}</ul>
    ${pages > 1 ? pager(search, page, pages) : null}`,
  );
}

function found(total: number): string {
  if (total === 0) return 'No book was found.';
  return total === 1 ? 'One book' : `${total} books`;
}

function entry({ id, title, author, year, language }: Book): Html {
  return html`
      <li><a class="title" href="/library/books/${id}">${title}</a><br>${author}, ${year} · ${language}</li>`;
}

function pager(search: string, page: number, pages: number): Html {
  const link = (target: number, text: string): Html =>
    html`<a href="/library?${new URLSearchParams({ q: search, page: String(target) }).toString()}">${text}</a>`;
  return html`<nav class="pager" aria-label="Pages">
      <span>${page > 1 ? link(page - 1, '← Before') : null}</span>
      <span>Page ${page} of ${pages}</span>
      <span>${page < pages ? link(page + 1, 'Next →') : null}</span>
    </nav>`;
}
