/** Writes the pages for vitepress: the Markdown of the repository with its links rewritten to the pages. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from '../setup/packages.js';
import { descriptionOf } from './describe.js';
import { withInstallLines } from './install-lines.js';
import { withDiagrams } from './diagrams.js';
import { asHome } from './home.js';
import { writeLlms } from './llms.js';
import { pagesOfSources } from './sidebar.js';
import { withChart, withIntervals } from './proofs.js';
import { content } from './places.js';
import { listOfRecipes, RECIPES, recipesOf } from './recipes.js';

/**
 * @param chromium opens the browser when a picture has to be drawn
 * @throws {Error} with every link to something that is neither a page nor a file of the repository
 */
export async function writeContent(chromium) {
  const pages = pagesOfSources();
  const recipes = new Set();
  const sources = [...pages].flatMap(([source, page]) => {
    const markdown = readFileSync(join(root, source), 'utf8');
    if (source !== RECIPES) return [{ source, page, markdown }];
    return [
      { source, page, markdown: listOfRecipes(markdown) },
      ...recipesOf(markdown).map((recipe) => {
        recipes.add(`#${recipe.slug}`);
        return { source, page: `recipes/${recipe.slug}.md`, markdown: recipe.markdown };
      }),
    ];
  });
  const dead = [];
  const descriptions = new Map();
  const written = sources.map(({ source, page, markdown }) => {
    const linked = outsideCode(markdown, (text) =>
      text.replace(/(\]\()([^)\s#]*)(#[^)\s]*)?(?=[)\s])/g, (link, before, target, hash = '') => {
        const isOfRecipe = target === '' && source === RECIPES && recipes.has(hash);
        if ((target === '' && !isOfRecipe) || /^[a-z]+:/.test(target)) return link;
        const path = isOfRecipe ? source : posix.join(posix.dirname(source), target);
        const to = linkTo(path, hash, page);
        if (to === null) dead.push(`${source}: ${target}`);
        return `${before}${to}`;
      }),
    );
    const description = descriptionOf(markdown);
    descriptions.set(`/${page.replace(/(index)?\.md$/, '')}`, description);
    if (source === 'README.md') return [page, asHome(linked, description)];
    // A README has a section for it.
    const text = source.startsWith('docs/') ? withInstallLines(linked) : linked;
    const shown = page === 'performance.md' ? withIntervals(withChart(text)) : text;
    return [page, withDescription(shown, description)];
  });
  if (dead.length > 0) throw new Error(`These links lead nowhere:\n${dead.join('\n')}`);
  for (const [page, markdown] of await withDiagrams(chromium, written)) write(page, markdown);
  writeLlms(descriptions);

  function linkTo(target, hash, from) {
    const path = target.replace(/\/$/, '');
    const page = pages.get(path) ?? pages.get(`${path}/README.md`);
    const relative = (to) => posix.relative(posix.dirname(from), to);
    if (path === RECIPES && recipes.has(hash)) return relative(`recipes/${hash.slice(1)}.md`);
    if (page !== undefined) return relative(page) + hash;
    // What the reports of a package's public types list is in the site's own pages of the API.
    if (/^packages\/[^/]+\/api$/.test(path)) return '/api/';
    if (!existsSync(join(root, path)) || statSync(join(root, path)).isDirectory()) return null;
    const copy = join(content, 'public', 'files', path);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(root, path), copy);
    return `/files/${path}${hash}`;
  }
}

function write(page, markdown) {
  const file = join(content, page);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, markdown);
}

function withDescription(markdown, description) {
  return description === undefined
    ? markdown
    : `---\ndescription: ${JSON.stringify(description)}\n---\n\n${markdown}`;
}

/** Changes text outside fenced blocks. */
function outsideCode(markdown, change) {
  return markdown
    .split(/^(```.*?^```$)/ms)
    .map((part) => (part.startsWith('```') ? part : change(part)))
    .join('');
}
