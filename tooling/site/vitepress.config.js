import { fileURLToPath } from 'node:url';
import dark from '@shikijs/themes/github-dark-high-contrast';
import light from '@shikijs/themes/github-light-high-contrast';
import { defineConfig } from 'vitepress';
import settings from './settings.json' with { type: 'json' };
import { processTerm, tokenize } from './theme/answers.js';

const { address, sidebar } = settings;

/** Pages for contributors: readers who search for a task do not want them first, or at all. */
const UNSEARCHED = /^(index|decisions|deviations|upgrading|benchmarks|contributing|reporting)\b/;

/** What is not the text of a section: lines that install packages, and the links at the end of a page, which name other pages. */
const ASIDE =
  /<div class="install">.*?<\/pre>.*?<\/div>\s*<\/div>|<h2 id="(?:next|where-to-go-next)".*?(?=<h2|$)/gs;

/**
 * What the search indexes: pages without their last links, of the API only the names, of pages for contributors nothing.
 * The pages are rendered without colors of code, which take most of the time.
 */
function searchable(source, env, md) {
  const path = env.relativePath;
  if (UNSEARCHED.test(path)) return '';
  const { highlight } = md.options;
  md.options.highlight = (code) => `<pre><code>${md.utils.escapeHtml(code)}</code></pre>`;
  const rendered = md.render(source, env);
  md.options.highlight = highlight;
  if (env.frontmatter?.search === false) return '';
  if (env.frontmatter?.api !== undefined) return namesOfApi(rendered, env.frontmatter);
  if (path.startsWith('api/')) return '';
  const sections = path === 'codes.md' ? rendered.replace(ROW_OF_CODE, CODE_AS_HEADING) : rendered;
  return withPlainHeadings(sections).replace(ASIDE, '');
}

/** Each code of an error is found as a section of its own. */
const ROW_OF_CODE = /<td><a id="(\w+)"><\/a>(.*?)<\/td>/g;
const CODE_AS_HEADING = '<h3>$2 <a class="header-anchor" href="#$1">#</a></h3><td>';

/** The search takes the text of a heading only up to its first link. */
const withPlainHeadings = (html) =>
  html.replace(/<h([1-6]).*?<\/h\1>/gs, (heading) =>
    heading.replace(/<a (?!class="header-anchor").*?>(.*?)<\/a>/gs, '$1'),
  );

/** The names of a page of the API; where the page itself is named after its entry or a kind, its members are the titles. */
function namesOfApi(html, { entry, api }) {
  const names = html.match(/<h[1-6].*?<\/h[1-6]>|<tr>\s*<td.*?<\/td>/gs) ?? [];
  const first = { entry: 3, kind: 2, member: 1 }[api];
  const own = api === 'entry' ? 2 : 1;
  const lines = names.map((line) => {
    const level = Number(/^<h([1-6])/.exec(line)?.[1] ?? first);
    if (level < first) return '';
    return line.replaceAll(/(?<=^<h|<\/h)\d/g, level - first + own);
  });
  const top = api === 'entry' ? `<h1>${entry} <a href="#">#</a></h1>${entry}` : '';
  return top + lines.join('\n');
}

/** As the forge generates them from headings, so that a link to a section works in both places. */
const slugify = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

/**
 * Both themes in one, so that each program is read once: their rules differ only in colors. The colors of comments and names
 * in the themes without high contrast are below 4.5 to 1.
 */
const inBoth = (one, other) => `light-dark(${one}, ${other})`;
const theme = {
  ...light,
  name: 'both',
  fg: inBoth(light.colors['editor.foreground'], dark.colors['editor.foreground']),
  bg: light.colors['editor.background'],
  tokenColors: light.tokenColors.map(({ scope, settings }, i) => {
    const { foreground } = settings;
    const other = dark.tokenColors[i].settings.foreground;
    return {
      scope,
      settings: { ...settings, foreground: foreground && inBoth(foreground, other) },
    };
  }),
};

const FRAMEWORKS = {
  'from-express.md': 'Express',
  'from-fastify.md': 'Fastify',
  'from-hono.md': 'Hono',
  'from-slim-4.md': 'Slim',
  'from-slim-3.md': 'Slim',
};

/** Whose program a block of a page is that shows those of two frameworks. */
function ofFramework(page, language) {
  if (!Object.hasOwn(FRAMEWORKS, page)) return undefined;
  return { js: FRAMEWORKS[page], php: FRAMEWORKS[page], ts: 'Mortise' }[language];
}

/** Lets a long name in a table break after `_`, `.` and `/`. */
const withBreaks = (code) =>
  code.replace(/>(.*)</s, (_, text) => `>${text.replace(/[_./](?=[A-Za-z])/g, '$&<wbr>')}<`);

const search = fileURLToPath(new URL('theme/mini-search.js', import.meta.url));

export default defineConfig({
  title: 'Mortise',
  description: 'An HTTP framework for TypeScript, on Node, Bun, Deno and Workers.',
  srcDir: 'content',
  outDir: 'dist',
  cacheDir: 'vite',
  // Otherwise each page contains the addresses of all.
  metaChunk: true,
  sitemap: { hostname: address },
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: '/mark.svg' }],
    ['meta', { property: 'og:site_name', content: 'Mortise' }],
    ['meta', { property: 'og:image', content: `${address}/social.png` }],
  ],
  vite: {
    plugins: [
      {
        name: 'order-of-results',
        enforce: 'pre',
        resolveId: (id, importer) =>
          id === 'minisearch' && /VPLocalSearchBox/.test(importer) ? search : undefined,
      },
      {
        // The excerpt of a result begins at a sentence that answers, rather than at an import.
        name: 'excerpts',
        enforce: 'pre',
        transform: (code, id) =>
          /VPLocalSearchBox\.vue$/.test(id)
            ? code.replace(
                /excerpt\s*\.querySelector\('mark\[data-markjs="true"\]'\)/,
                "(excerpt.querySelector('.vp-doc :is(p, li, td) mark') ?? excerpt.querySelector('mark'))",
              )
            : undefined,
      },
      {
        // The program of a page uses all that it contains: nothing is found by looking for what could be left out.
        name: 'pages-whole',
        transform: (_code, id) =>
          id.endsWith('.md') ? { moduleSideEffects: 'no-treeshake' } : undefined,
      },
    ],
  },
  transformPageData(page) {
    if (page.relativePath.startsWith('api/')) page.description ||= `The public API: ${page.title}.`;
  },
  transformHead: ({ pageData: { title, description } }) => [
    ['meta', { property: 'og:title', content: title }],
    ['meta', { property: 'og:description', content: description }],
  ],
  markdown: {
    theme,
    anchor: { slugify },
    config(md) {
      // `{{` in prose is not Vue's.
      md.renderer.rules.text = (tokens, i) =>
        md.utils.escapeHtml(tokens[i].content).replaceAll('{{', '&#123;&#123;');
      const fence = md.renderer.rules.fence;
      md.renderer.rules.fence = (tokens, i, options, env, self) => {
        const whose = ofFramework(env.relativePath ?? '', tokens[i].info.trim());
        const title = whose === undefined ? '' : `<p class="whose">${whose}</p>`;
        return title + fence(tokens, i, options, env, self);
      };
      const inline = md.renderer.rules.code_inline;
      md.renderer.rules.code_inline = (tokens, i, options, env, self) => {
        tokens[i].attrSet('v-pre', '');
        return withBreaks(inline(tokens, i, options, env, self));
      };
    },
  },
  themeConfig: {
    logo: { src: '/mark.svg', alt: 'Mortise' },
    outline: [2, 3],
    notFound: {
      title: 'Page not found',
      quote: 'There is no page at this address. Search for it, or begin at the home page.',
      linkText: 'Home',
    },
    sidebar,
    nav: [
      { text: 'Get started', link: '/getting-started' },
      { text: 'Guides', link: '/guides/routing', activeMatch: '^/guides/(?!choose)' },
      { text: 'Recipes', link: '/recipes', activeMatch: '^/recipes' },
      {
        text: 'Packages',
        link: '/guides/choose-your-packages',
        activeMatch: '^/(packages/|guides/choose)',
      },
      { text: 'API', link: '/api/', activeMatch: '^/api/' },
    ],
    search: {
      provider: 'local',
      options: {
        _render: searchable,
        miniSearch: {
          options: { processTerm, tokenize },
        },
      },
    },
  },
});
