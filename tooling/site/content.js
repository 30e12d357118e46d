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
import { withDiagrams } from './diagrams.js';
import { asHome } from './home.js';
import { writeLlms } from './llms.js';
import { pagesOfSources } from './pages.js';
import { content, root } from './places.js';

/** @throws {Error} with every link to something that is neither a page nor a file of the repository */
export async function writeContent() {
  const pages = pagesOfSources();
  const dead = [];
  const descriptions = new Map();
  const written = [...pages].map(([source, page]) => {
    const markdown = readFileSync(join(root, source), 'utf8');
    const linked = outsideCode(markdown, (text) =>
      text.replace(/(\]\()([^)\s#]*)(#[^)\s]*)?(?=[)\s])/g, (link, before, target, hash = '') => {
        if (target === '' || /^[a-z]+:/.test(target)) return link;
        const to = linkTo(posix.join(posix.dirname(source), target), page);
        if (to === null) dead.push(`${source}: ${target}`);
        return `${before}${to}${hash}`;
      }),
    );
    const description = descriptionOf(markdown);
    descriptions.set(`/${page.replace(/(index)?\.md$/, '')}`, description);
    const isHome = source === 'README.md';
    return [page, isHome ? asHome(linked, description) : withDescription(linked, description)];
  });
  if (dead.length > 0) throw new Error(`These links lead nowhere:\n${dead.join('\n')}`);
  for (const [page, markdown] of await withDiagrams(written)) write(page, markdown);
  writeLlms(descriptions);

  function linkTo(target, from) {
    const path = target.replace(/\/$/, '');
    const page = pages.get(path) ?? pages.get(`${path}/README.md`);
    if (page !== undefined) return posix.relative(posix.dirname(from), page);
    // What the reports of a package's public types list is in the site's own pages of the API.
    if (/^packages\/[^/]+\/api$/.test(path)) return '/api/';
    if (!existsSync(join(root, path)) || statSync(join(root, path)).isDirectory()) return null;
    const copy = join(content, 'public', 'files', path);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(root, path), copy);
    return `/files/${path}`;
  }
}

function write(page, markdown) {
  const file = join(content, page);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, markdown);
}

/** The first sentence after the title, as plain text; `undefined` if the page begins with something else. */
function descriptionOf(markdown) {
  const [, paragraph] = /^# [^\n]+\n+([^\n#|`\-<!][^#]*?)\n\n/.exec(markdown) ?? [];
  const text = paragraph
    ?.replaceAll('\n', ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '');
  return text && /^.{20,}?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, '.');
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
