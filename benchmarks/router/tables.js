/**
 * Tables of routes: `[method, pattern]`, placeholders as `:p0`, `:p1` by position, because several
 * routers require one name for each position.
 */
import { readFileSync } from 'node:fs';

const small = [
  ...['GET /user', 'GET /user/comments', 'GET /user/avatar', 'GET /user/lookup/username/:username'],
  ...['GET /user/lookup/email/:address', 'GET /event/:id', 'GET /event/:id/comments'],
  ...['POST /event/:id/comment', 'GET /map/:location/events', 'GET /status'],
  ...['GET /very/deeply/nested/route/hello/there', 'POST /login', 'POST /logout', 'GET /blog'],
  ...['GET /blog/:slug', 'POST /blog/:slug/comments', 'DELETE /blog/:slug', 'PUT /blog/:slug'],
  ...['GET /health', 'GET /shop/:category/:product/reviews'],
];

/** The public API of a code host, 203 routes many of which begin with `/repos/:p0/:p1`. */
const host = readFileSync(new URL('github-routes.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

/** Ten routes for each of many resources, three of them with literal text where others have a placeholder. */
function resources(count) {
  const more = [
    '/:id',
    '/:id/edit',
    '/:id/items',
    '/:id/items/:item',
    '/:id/items/:item/tags/:tag',
  ];
  const gets = ['', '/stats/daily', '/export/csv', '/search', ...more];
  return Array.from({ length: count }, (_, i) => `/api/v1/res${i}`).flatMap((base) => {
    const [first, ...others] = gets.map((path) => `GET ${base}${path}`);
    return [first, `POST ${base}/new`, ...others];
  });
}

export const tables = {
  20: small.map(route),
  203: host.map(route),
  1000: resources(100).map(route),
  10000: resources(1000).map(route),
};

/** The names of the placeholders of a pattern, in order. */
export function namesOf(pattern) {
  return (pattern.match(/:\w+/g) ?? []).map((placeholder) => placeholder.slice(1));
}

function route(line) {
  const [method, pattern] = line.split(' ');
  let count = 0;
  return [method, pattern.replace(/:\w+/g, () => `:p${count++}`)];
}
