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
import { pagesOfSources } from './pages.js';
import { content, root } from './places.js';

/** @throws {Error} with every link to something that is neither a page nor a file of the repository */
export async function writeContent() {
  const pages = pagesOfSources();
  const dead = [];
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
    return [page, source === 'README.md' ? asHome(linked) : linked];
  });
  if (dead.length > 0) throw new Error(`These links lead nowhere:\n${dead.join('\n')}`);
  for (const [page, markdown] of await withDiagrams(written)) write(page, markdown);

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

/** The README begins with the name and one sentence: the head of the first page. */
function asHome(markdown) {
  const [, name, sentence, rest] = /^# ([^\n]+)\n\n(.+?)\n\n(.*)$/s.exec(markdown);
  const tagline = JSON.stringify(sentence.replaceAll('\n', ' ').replaceAll('`', ''));
  return `---
layout: home
title: ${name}
hero:
  name: ${name}
  tagline: ${tagline}
  actions:
    - { theme: brand, text: Get started, link: /getting-started }
    - { theme: alt, text: Why Mortise, link: /why }
---

<div class="vp-doc from-readme">

${rest}
</div>
`;
}

/** Changes text outside fenced blocks. */
function outsideCode(markdown, change) {
  return markdown
    .split(/^(```.*?^```$)/ms)
    .map((part) => (part.startsWith('```') ? part : change(part)))
    .join('');
}
