import type { Book, BookData, BookFields, BookProblems } from '../books/book.js';
import { type Html, html } from './html.js';
import { layout } from './layout.js';

/** A book with the form to change it; forms support only GET and POST, so `_METHOD` names the method. */
export function bookPage(book: Book): Html {
  return layout(
    book.title,
    html`<h1>${book.title}</h1>
    <p class="soft">${book.author}, ${book.year} · ${book.language}</p>
    ${bookForm(`/library/books/${book.id}`, 'PUT', book, {}, 'Save')}
    <form method="post" action="/library/books/${book.id}">
      <input type="hidden" name="_METHOD" value="DELETE">
      <button class="danger">Delete this book</button>
    </form>`,
  );
}

/** The form for a new book, or a submitted form with its errors. */
export function bookFormPage(
  title: string,
  action: string,
  method: 'POST' | 'PUT',
  fields: BookFields,
  problems: BookProblems,
): Html {
  return layout(
    title,
    html`<h1>${title}</h1>${bookForm(action, method, fields, problems, 'Save')}`,
  );
}

function bookForm(
  action: string,
  method: 'POST' | 'PUT',
  fields: BookFields,
  problems: BookProblems,
  button: string,
): Html {
  const field = (name: keyof BookData, label: string, type: 'text' | 'number'): Html =>
    html`<label>${label}
        <input name="${name}" type="${type}" value="${shown(fields[name])}" required>
        ${problems[name] === undefined ? null : html`<span class="problem">${problems[name]}</span>`}
      </label>`;
  return html`<form class="book" method="post" action="${action}">
      ${method === 'PUT' ? html`<input type="hidden" name="_METHOD" value="PUT">` : null}
      ${field('title', 'Title', 'text')}
      ${field('author', 'Author', 'text')}
      ${field('year', 'Year of first publication', 'number')}
      ${field('language', 'Language', 'text')}
      <button>${button}</button>
    </form>`;
}

function shown(value: unknown): string | number {
  return typeof value === 'string' || typeof value === 'number' ? value : '';
}
