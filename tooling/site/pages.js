/**
 * Which files are pages of the site, and where. No page is written only for the site: each is a Markdown file of the
 * repository, so that the tests run its code blocks.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { root } from './places.js';

/** The sidebar, group by group. A page of `docs/` that is not listed is an error, because readers could not find it. */
const GROUPS = {
  'Get started': [
    'docs/getting-started.md',
    'docs/why.md',
    'docs/recipes.md',
    'examples/library/README.md',
  ],
  Guides: [
    'docs/order-of-middleware.md',
    'docs/error-contract.md',
    'docs/typed-apis.md',
    'docs/security.md',
    'docs/node-server.md',
    'docs/ends-and-clusters.md',
    'docs/http2.md',
    'docs/development.md',
  ],
  'Coming from': [
    'docs/from-express.md',
    'docs/from-fastify.md',
    'docs/from-hono.md',
    'docs/from-slim-4.md',
    'docs/from-slim-3.md',
  ],
  Reference: [
    'docs/limits.md',
    'docs/performance.md',
    'benchmarks/README.md',
    'benchmarks/NOTES.md',
    'benchmarks/http/CONTESTANTS.md',
    'docs/support.md',
    'docs/upgrading.md',
    'docs/deviations/README.md',
  ],
  'How it is built': [
    'docs/life-of-a-request.md',
    'docs/architecture.md',
    'docs/variants.md',
    'docs/decisions/README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
  ],
};

/** @returns {Map<string, string>} the page of each source, both relative: `docs/limits.md` → `limits.md` */
export function pagesOfSources() {
  const sources = [
    'README.md',
    ...Object.values(GROUPS).flat(),
    ...markdownIn('docs'),
    ...markdownIn('docs/decisions'),
    ...packageReadmes(),
    ...packageDocs(),
  ];
  return new Map(
    [...new Set(sources)]
      .filter((source) => existsSync(join(root, source)))
      .map((source) => [source, pageOf(source)]),
  );
}

/** @returns the sidebar of vitepress */
export function sidebar() {
  const named = new Set(Object.values(GROUPS).flat());
  const lost = markdownIn('docs').filter((source) => !named.has(source));
  if (lost.length > 0)
    throw new Error(`Name ${lost.join(', ')} in a group of tooling/site/pages.js.`);
  const groups = Object.entries(GROUPS).map(([text, sources]) => ({
    text,
    items: sources.filter((source) => existsSync(join(root, source))).map(entry),
  }));
  const packages = { text: 'Packages', collapsed: true, items: packageReadmes().map(entry) };
  return [...groups, packages, { text: 'API', link: '/api/' }];
}

function entry(source) {
  const title = /^# (.+)$/m.exec(readFileSync(join(root, source), 'utf8'))?.[1] ?? source;
  return {
    text: title.replaceAll('`', ''),
    link: `/${pageOf(source).replace(/(index)?\.md$/, '')}`,
  };
}

function pageOf(source) {
  if (source === 'SECURITY.md') return 'reporting.md';
  return source
    .toLowerCase()
    .replace(/^docs\//, '')
    .replace(/^(packages|examples|benchmarks)\/(.+)\/readme\.md$/, '$1/$2.md')
    .replace(/readme\.md$/, 'index.md');
}

function packageReadmes() {
  return readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}/README.md`)
    .filter((source) => existsSync(join(root, source)));
}

/** Pages that a package has besides its README, such as those of lint rules. */
function packageDocs() {
  return readdirSync(join(root, 'packages')).flatMap((name) => {
    const docs = `packages/${name}/docs`;
    if (!existsSync(join(root, docs))) return [];
    return readdirSync(join(root, docs), { recursive: true })
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${docs}/${file.replaceAll(sep, '/')}`);
  });
}

function markdownIn(folder) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
}
