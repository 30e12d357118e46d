/**
 * Which files are pages of the site, and where. No page is written only for the site: each is a Markdown file of the
 * repository, so that the tests run its code blocks.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { filesIn, packages, pagesOfTree, root } from '../setup/packages.js';
import { groupsOfRecipes, RECIPES } from './recipes.js';

/**
 * The sidebar, group by group, in the order in which readers need them. A page of `docs/` or a package that is not listed
 * is an error, because readers could not find it.
 */
const GROUPS = {
  Start: [
    ...pagesIn('docs', 'getting-started common-mistakes why guides/choose-your-packages'),
    ...['examples/library/README.md', 'examples/cluster/README.md'],
  ],
  Guides: [
    ...pagesIn(
      'docs/guides',
      `routing requests responses validate-input errors middleware cookies-and-sessions log-in
      roles-and-permissions upload-a-file cache stream-a-response websocket templates database transactions test-your-application files-and-single-page-applications
      log-and-trace deploy bun-deno-workers mount-other-libraries configuration move-a-route concepts`,
    ),
    ...pagesIn(
      'docs',
      'typed-apis security node-server ends-and-clusters scaling http2 development',
    ),
  ],
  Recipes: [RECIPES],
  Reference: pagesIn(
    'docs',
    'options limits error-contract codes order-of-middleware performance support',
  ),
  'From other frameworks': pagesIn(
    'docs',
    'from-express from-fastify from-hono from-other-frameworks from-slim-4 from-slim-3',
  ),
};

/** The packages by task, for the sidebar. */
const PACKAGES = {
  'An application': 'mortise create-mortise eslint-plugin',
  'Typed APIs': 'contract endpoint client openapi openapi-ui',
  'Users and forms': 'auth session cookies csrf view method-override',
  Protection: 'cors secure-headers rate-limit idempotency',
  'Files and caching': 'static http-cache compression body-parsers',
  Live: 'sse ws pubsub pubsub-redis pubsub-postgres',
  'Other services': 'proxy http-client',
  Operation: 'health request-log log-pino otel metrics store store-redis store-postgres',
  Parts: 'app router node fetch message compat-variant-a',
  'For library authors': `http-message message-plain message-conformance store-conformance pubsub-conformance
    http-syntax form-encoding base`,
};

/** What only those who change the framework need; apart from the rest, and closed. */
const CONTRIBUTORS = [
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/life-of-a-request.md',
  'docs/variants.md',
  'docs/decisions/README.md',
  'docs/deviations/README.md',
  'docs/upgrading.md',
  'benchmarks/README.md',
  'benchmarks/NOTES.md',
  'benchmarks/http/CONTESTANTS.md',
  'SECURITY.md',
];

/** @returns {Map<string, string>} the page of each source, both relative: `docs/limits.md` → `limits.md` */
export function pagesOfSources() {
  const sources = [
    'README.md',
    ...Object.values(GROUPS).flat(),
    ...CONTRIBUTORS,
    ...pagesOfTree(),
    ...packages().flatMap(pagesBeside),
  ];
  return new Map(
    [...new Set(sources)]
      .filter((source) => existsSync(join(root, source)))
      .map((source) => [source, pageOf(source)]),
  );
}

/**
 * @returns the sidebar of vitepress
 * @throws {Error} with the pages and packages that no group lists
 */
export function sidebar() {
  const readmes = Object.values(PACKAGES).flatMap(namesIn).map(readmeOf);
  const named = new Set([...Object.values(GROUPS).flat(), ...CONTRIBUTORS, ...readmes]);
  const lost = pagesOfTree().filter(
    (source) => !named.has(source) && !/^docs\/(?:decisions|deviations)\//.test(source),
  );
  if (lost.length > 0)
    throw new Error(`Name ${lost.join(', ')} in a group of tooling/site/sidebar.js.`);
  const { Start, Guides, Reference } = GROUPS;
  return [
    group('Start', Start),
    group('Guides', Guides),
    { text: 'Recipes', items: [{ text: 'All recipes', link: '/recipes' }, ...recipes()] },
    { text: 'Packages', items: Object.entries(PACKAGES).map(packagesFor) },
    { text: 'Reference', items: [...group('', Reference).items, { text: 'API', link: '/api/' }] },
    group('From other frameworks', GROUPS['From other frameworks']),
    { ...group('For contributors', CONTRIBUTORS), collapsed: true },
  ];
}

/**
 * The sidebar of the API: its entries by task.
 *
 * @param {string[]} entries such as `@mortise/auth/jwt`
 */
export function apiSidebar(entries) {
  const tasks = Object.entries(PACKAGES).map(([text, names]) => ({
    text,
    items: namesIn(names).flatMap((name) => {
      const full = /^(?:create-)?mortise$/.test(name) ? name : `@mortise/${name}`;
      return entries
        .filter((entry) => entry === full || entry.startsWith(`${full}/`))
        .map((entry) => ({ text: entry, link: `/api/${entry}` }));
    }),
  }));
  return [{ text: 'All entries', link: '/api/' }, ...tasks];
}

function group(text, sources) {
  return { text, items: sources.filter((source) => existsSync(join(root, source))).map(entry) };
}

function packagesFor([text, names]) {
  const items = namesIn(names).map((name) => ({ text: name, link: `/packages/${name}` }));
  return { text, items, collapsed: false };
}

function recipes() {
  const page = readFileSync(join(root, RECIPES), 'utf8');
  return groupsOfRecipes(page).map(({ group: text, recipes: all }) => ({
    text,
    collapsed: false,
    items: all.map(({ slug, title }) => ({ text: title, link: `/recipes/${slug}` })),
  }));
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

function namesIn(text) {
  return text.split(/\s+/);
}

function pagesIn(folder, names) {
  return namesIn(names).map((name) => `${folder}/${name}.md`);
}

function readmeOf(name) {
  return `packages/${name}/README.md`;
}

/** Pages that a package has besides its README, such as those of lint rules. */
function pagesBeside({ folder }) {
  const docs = join(folder, 'docs');
  if (!existsSync(docs)) return [];
  return filesIn(docs, '.md').map((path) => relative(root, path).replaceAll(sep, '/'));
}
