import { render } from '@mortise/view';
import { type AppInterface, httpError, type Routes } from 'mortise';
import { routeSources } from './route-source.js';

/** The route that takes a request, in the words of `explain`. */
const TAKEN = /^(\S+ (.+)): matches, and comes first$/m;

/** "How this page was made": the route of a path with its source, and the layers that a request passes until there. */
export function howPage(routes: Routes, app: () => AppInterface): void {
  const sources = routeSources(); // highlighted at the start
  routes.get('/how', (request, response) => {
    const { path = '/books' } = request.getQueryParams();
    const address = typeof path === 'string' && path.length <= 500 ? ownAddress(path) : null;
    if (address === null) {
      throw httpError(422, 'The path must begin with one slash and stay on this site.', {
        code: 'PATH_INVALID',
      });
    }
    const tried = app().explain('GET', address.pathname);
    const [, route = null, pattern = ''] = TAKEN.exec(tried) ?? [];
    const data = {
      title: 'How this page was made',
      path,
      cost: address.pathname,
      tried,
      route,
      source: sources.get(pattern),
      layers: layersOf(app().explain(), route),
      all: app().explain(),
    };
    return render(request, response, 'how', data);
  });
}

/** Where a link leads; `null` if it leaves this site, as `//host` does, and what browsers take for it. */
function ownAddress(path: string): URL | null {
  const site = 'http://library.invalid';
  const address = path.startsWith('/') && URL.canParse(path, site) ? new URL(path, site) : null;
  return address?.origin === site ? address : null;
}

/** The names of the layers that a request passes, the outermost first: those of the application, then those of its route. */
function layersOf(explained: string, route: string | null): readonly string[] {
  const lines = explained.split('\n');
  const first = lines.findIndex((line) => line.startsWith(' '));
  const outer = lines.slice(0, first);
  const own = lines.findIndex((line) => `${line} `.startsWith(`  route ${String(route)} `));
  if (own === -1) return outer;
  const end = lines.findIndex((line, index) => index > own && !line.startsWith('    '));
  return [...outer, ...lines.slice(own + 1, end === -1 ? undefined : end)].map((line) =>
    line.trim(),
  );
}
