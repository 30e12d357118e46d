import { defineConfig } from 'vitepress';
import sidebar from './sidebar.json' with { type: 'json' };

const isApi = (path) => path.startsWith('api/');

/** As the forge generates them from headings, so that a link to a section works in both places. */
const slugify = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

/** Lets a long name in a table break after `_`, `.` and `/`. */
const withBreaks = (code) =>
  code.replace(/>(.*)</s, (_, text) => `>${text.replace(/[_./](?=[A-Za-z])/g, '$&<wbr>')}<`);

export default defineConfig({
  title: 'Mortise',
  description:
    'An HTTP framework for TypeScript: typed routes, immutable messages, middleware, a fast server.',
  srcDir: 'content',
  outDir: 'dist',
  cacheDir: 'vite',
  ignoreDeadLinks: false,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    anchor: { slugify },
    toc: { slugify },
    headers: { slugify },
    config(md) {
      // `{{` in prose is not Vue's.
      md.renderer.rules.text = (tokens, i) =>
        md.utils.escapeHtml(tokens[i].content).replaceAll('{{', '&#123;&#123;');
      const inline = md.renderer.rules.code_inline;
      md.renderer.rules.code_inline = (tokens, i, options, env, self) => {
        tokens[i].attrSet('v-pre', '');
        return withBreaks(inline(tokens, i, options, env, self));
      };
    },
  },
  themeConfig: {
    outline: [2, 3],
    sidebar,
    nav: [
      { text: 'Get started', link: '/getting-started' },
      { text: 'Recipes', link: '/recipes' },
      { text: 'API', link: '/api/' },
    ],
    search: {
      provider: 'local',
      // The API would make up nine tenths of the index.
      options: {
        _render: (source, env, md) => (isApi(env.relativePath) ? '' : md.render(source, env)),
      },
    },
  },
});
