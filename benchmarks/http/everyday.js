/** The data of the workloads k, l and m, which are what applications usually do. */

export const ORIGIN = 'https://app.example';
export const SECRET = 'a secret of at least thirty-two bytes';
export const PROBLEM_TYPE = 'application/problem+json';
/** Whether the layers of workload l are there, or the session of workload m alone. */
export const LAYERS = process.env.LAYERS === '1';
/** Where contestants write their request log. */
export const LOG_FILE = process.env.LOG_FILE;
export const VIEWS = new URL('contestants/views/', import.meta.url).pathname;

/** An order of 1 KiB, with prices in cents. */
export const ORDER = {
  customer: { name: 'Ada Lovelace', email: 'ada@example.com', newsletter: false },
  items: Array.from({ length: 12 }, (_, index) => ({
    sku: `SKU-${1000 + index}`,
    title: `Book number ${index} of the catalogue`,
    quantity: index + 1,
    price: 1_250 + index,
  })),
};

/** The response to an order; no schema of a response has the last member, so no client receives it. */
export const placed = (book, { customer, items }) => ({
  id: 7,
  book,
  customer: customer.name,
  total: items.reduce((sum, { quantity, price }) => sum + quantity * price, 0),
  lines: items.map(({ sku, quantity }) => ({ sku, quantity })),
  margin: 0.4,
});

/** The problem for one mistake; only the sentence of the library differs. */
export const problem = (where, path, detail) => ({
  errors: [{ in: where, pointer: `#/${path.join('/')}`, detail }],
  title: 'Unprocessable Content',
  status: 422,
  detail: 'The request has 1 invalid value.',
  code: 'INPUT_INVALID',
});

/** 10 KiB as JSON. */
export const report = (user) => ({ user, rows: ROWS });
const ROWS = Array.from({ length: 95 }, (_, index) => ({
  id: index,
  title: `Title of row ${index}`,
  state: index % 3 === 0 ? 'open' : 'closed',
  total: index * 1_237,
  city: ['London', 'Paris', 'Berlin'][index % 3],
}));

/** 50 KiB as a page. */
export const books = Array.from({ length: 400 }, (_, index) => ({
  id: index,
  title: `Pride & Prejudice, volume ${index}`,
  author: 'Jane Austen <1775>',
}));

/** What `views/page.eta` makes of the books. */
export function page(user) {
  const escaped = (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const rows = books.map(
    ({ id, title, author }) =>
      `<li id="book-${id}"><a href="/books/${id}">${escaped(title)}</a> by ${escaped(author)}</li>\n`,
  );
  return `<!doctype html>\n<title>Library</title>\n<p>Signed in as ${user}</p>\n<ul>\n${rows.join('')}</ul>\n`;
}
