/** Writes `llms.txt`, a list of the pages for programs that read them (llmstxt.org). */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/packages.js';
import { address, content } from './places.js';
import { sidebar } from './sidebar.js';

/** @param {Map<string, string>} descriptions of the pages by their path, such as `/guides/routing` */
export function writeLlms(descriptions) {
  const lines = [
    '# Mortise',
    '',
    `> ${descriptions.get('/')}`,
    '',
    mistakes(),
    ...sidebar().flatMap(({ text, items }) => ['', `## ${text}`, '', ...items.flatMap(linesOf)]),
  ];
  mkdirSync(join(content, 'public'), { recursive: true });
  writeFileSync(join(content, 'public', 'llms.txt'), `${lines.join('\n')}\n`);

  function linesOf({ text, link, items }) {
    if (items !== undefined) return items.flatMap(linesOf);
    const about = descriptions.get(link);
    return [`- [${text}](${address}${link})${about === undefined ? '' : `: ${about}`}`];
  }
}

/** What a program that knows other frameworks writes, and the right lines: of that page all but its end, which has links. */
function mistakes() {
  const page = readFileSync(join(root, 'docs/common-mistakes.md'), 'utf8');
  return page.slice(page.indexOf('\n') + 1, page.indexOf('\nIn development')).trim();
}
