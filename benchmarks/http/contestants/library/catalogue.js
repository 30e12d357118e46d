/**
 * What the contestants share: the queries of the example library, and its catalogue as text. So only routing, the query
 * string and the response are those of each framework.
 */
import pg from 'pg';

const PAGE_SIZE = 20;
const FOUND = "FROM books WHERE (title ILIKE $1 OR author ILIKE $1) AND ($2 = '' OR language = $2)";
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

export const PORT = Number(process.env.PORT);

/** Both parameters of the query as text; what is absent or not text is `''`, and page 1. */
export function searchOf({ q = '', language = '', page = '1' }) {
  return { q: String(q), language: String(language), page: Math.max(1, Number(page) || 1) };
}

/** One page of books, sorted by author, as the API sends it. */
export async function search({ q, language, page }) {
  const values = [`%${q.replaceAll(/[\\%_]/g, '\\$&')}%`, language];
  const counted = await pool.query(`SELECT count(*)::integer AS total ${FOUND}`, values);
  const { total } = counted.rows[0];
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const shown = Math.min(page, pages);
  const { rows: books } = await pool.query(
    `SELECT id, title, author, year, language, copies ${FOUND} ORDER BY author, year, id LIMIT $3 OFFSET $4`,
    [...values, PAGE_SIZE, (shown - 1) * PAGE_SIZE],
  );
  return { books, page: shown, pages, total };
}

export async function languages() {
  const { rows } = await pool.query('SELECT DISTINCT language FROM books ORDER BY language');
  return rows.map(({ language }) => language);
}

/** The page of the catalogue; all text from the database and the query is escaped. */
export function cataloguePage({ q, language }, { books, page, pages, total }, all) {
  const options = all.map(
    (name) => `<option${name === language ? ' selected' : ''}>${escaped(name)}</option>`,
  );
  const cards = books.map(
    ({ id, title, author, year, copies }) =>
      `<li class="card"><a href="/books/${id}"><strong>${escaped(title)}</strong></a>
<span class="soft">${escaped(author)}, ${year}</span> <span class="free">${copies} copies</span></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Catalogue · The Library</title></head>
<body>
<h1>Catalogue</h1>
<form role="search" action="/books"><input type="search" name="q" value="${escaped(q)}">
<select name="language"><option value="">All languages</option>${options.join('')}</select><button>Search</button></form>
<p>${total} books</p>
<ul class="cards">
${cards.join('\n')}
</ul>
<p>Page ${page} of ${pages}</p>
</body>
</html>
`;
}

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text) {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]);
}

/** The JSON list, for serializers that are made from a schema. */
const text = { type: 'string' };
const integer = { type: 'integer' };
export const listSchema = {
  type: 'object',
  properties: {
    books: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          ...{ id: integer, title: text, author: text },
          ...{ year: integer, language: text, copies: integer },
        },
      },
    },
    ...{ page: integer, pages: integer, total: integer },
  },
};
