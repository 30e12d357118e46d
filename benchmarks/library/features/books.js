/**
 * What both applications share: people, books in memory, and pages as text. So only the features of each framework differ:
 * sessions, tokens, roles, limits, uploads, events, errors, caches.
 */
const PEOPLE = [
  { name: 'reader', password: 'just-looking', role: 'reader' },
  { name: 'librarian', password: 'quiet-please', role: 'librarian' },
];
const books = new Map([
  [1, { id: 1, title: 'Emma', free: 1, cover: null }],
  [2, { id: 2, title: 'Zadig & others', free: 2, cover: null }],
]);

for (let id = 3; id <= 80; id++) books.set(id, { id, title: `Volume ${id}`, free: 1, cover: null });

export const COVER_BYTES = 2 * 1024 * 1024;

export function personOf(name) {
  return PEOPLE.find((person) => person.name === name) ?? null;
}

export function verified(name, password) {
  return PEOPLE.find((person) => person.name === name && person.password === password) ?? null;
}

/** @returns the book, or `null` */
export function bookOf(id) {
  return books.get(Number(id)) ?? null;
}

export function allBooks() {
  return [...books.values()].map(({ id, title, free }) => ({ id, title, free }));
}

/** The media type of a picture from its first bytes; `null` for anything else. */
export function pictureType(bytes) {
  const start = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
  return start.startsWith('\x89PNG\r\n\x1a\n') ? 'image/png' : null;
}

const escape = (text) =>
  String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const layout = (title, body) => `<!doctype html><title>${escape(title)}</title>${body}`;
const field = (token) =>
  `<input type="hidden" name="csrf_name" value="csrf"><input type="hidden" name="csrf_value" value="${escape(token)}">`;

/** @param notices messages that are shown once */
export function accountPage(person, notices, token) {
  const shown = notices.map((notice) => `<p role="status">${escape(notice)}</p>`).join('');
  return layout(
    'Account',
    `${shown}<h1>${person.name}</h1><form method="post">${field(token)}</form>`,
  );
}

export function signInPage(name, problem, token) {
  const shown = problem === null ? '' : `<p role="alert">${escape(problem)}</p>`;
  const form = `<form method="post">${field(token)}<input name="name" value="${escape(name)}"></form>`;
  return layout('Sign in', shown + form);
}

export function errorPage(status) {
  return layout(`Error ${status}`, `<h1>${status}</h1><a href="/sign-in">Sign in</a>`);
}
