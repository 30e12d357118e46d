/**
 * Splits the pages that typedoc writes, one for each entry. A long page becomes an index, with the first sentence of each
 * member, and pages of a few members each. Inherited members are documented once, where they are declared.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { idOf, linkOf, MEMBER, nameOf, sentenceOf, trimmed } from './api-members.js';
import { byTask } from './api-tasks.js';
import { content } from './places.js';

/** Maximum number of characters of one page: a longer one would exceed the height that `check-opened.js` allows. */
const MAX_LENGTH = 5_600;

const METHOD = /^(?=<a id="[^"]*"><\/a>\n\n##### )/m;
const INHERITED =
  /^<a id="[^"]*"><\/a>\n\n##### (?:(?!^<a id|^### |^\*\*\*).*\n)*?###### Inherited from\n\n.*\n\n?/gm;

/** Replaces the pages of all entries in `api/`. */
export function splitApiPages() {
  const folder = join(content, 'api');
  const entries = readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.md') && file !== 'index.md')
    .map((file) => file.replaceAll(sep, '/').replace(/\.md$/, ''))
    .map((entry) => ({
      entry,
      pages: pagesOf(entry, readFileSync(join(folder, `${entry}.md`), 'utf8')),
    }));
  const places = new Map();
  for (const { entry, pages } of entries) {
    places.set(entry, entry);
    for (const { page, text } of pages)
      for (const [, id] of text.matchAll(/<a id="([^"]+)">/g)) places.set(`${entry}#${id}`, page);
  }
  for (const { entry, pages } of entries)
    for (const { page, text } of pages)
      writeFileSync(join(folder, `${page}.md`), withLinks(text, entry, page, places));
}

/** Points each link to the page that has its target now; one whose target is not documented becomes text. */
function withLinks(text, entry, page, places) {
  return text.replaceAll(/\[([^\]\n]+)\]\(([^)\s:#]*)#([^)\s]+)\)/g, (_link, label, file, id) => {
    const target =
      file === '' ? entry : posix.join(posix.dirname(entry), file.replace(/\.md$/, ''));
    const place = places.get(`${target}#${id}`);
    if (place === undefined) return label;
    const path = place === page ? '' : posix.relative(posix.dirname(page), `${place}.md`);
    return `[${label}](${path}#${id})`;
  });
}

function pagesOf(entry, markdown) {
  const text = markdown.replaceAll(INHERITED, '');
  const [title, ...sections] = text.split(/^(?=## )/m);
  const kinds = sections.map((section) => {
    const [heading, ...members] = section.split(MEMBER);
    return { kind: heading.replace(/^## |\n/g, ''), members: members.map(trimmed) };
  });
  const references = kinds.find(({ kind }) => kind === 'References')?.members ?? [];
  const own = kinds.filter(({ kind }) => kind !== 'References');
  const index = `${title}${byTask(entry, own, references)}`;
  if (text.length <= MAX_LENGTH)
    return [{ page: entry, text: index + own.map(wholeKind).join('') + listOf(references) }];
  const pages = packed(
    entry,
    own.flatMap(({ members }) => members.flatMap(inParts)),
  );
  const lists = own.map(({ kind, members }) => `## ${kind}\n\n${members.map(row).join('\n')}\n\n`);
  return [{ page: entry, text: index + lists.join('') + listOf(references) }, ...pages];
}

/** Fills pages with members, in their order. */
function packed(entry, members) {
  const packs = [];
  for (const member of members) {
    const last = packs.at(-1);
    if (last !== undefined && last.join('').length + member.length <= MAX_LENGTH) last.push(member);
    else packs.push([member]);
  }
  return packs.map((pack) => {
    const names = [
      ...new Set([pack[0], pack.at(-1)].map((member) => nameOf(member).replace('()', ''))),
    ];
    const back = `Of [${entry}](${posix.basename(entry)}.md).\n\n`;
    const text = `# ${names.join(' to ')}\n\n${back}${pack.join('\n\n***\n\n')}\n`;
    return { page: `${entry}_${idOf(pack[0])}`, text };
  });
}

/** Splits a member that is too long for one page between its methods. */
function inParts(member) {
  if (member.length <= MAX_LENGTH) return [member];
  const [first, ...methods] = member.split(METHOD);
  const parts = [first];
  for (const method of methods) {
    if (parts.at(-1).length + method.length <= MAX_LENGTH) parts.push(parts.pop() + method);
    else parts.push(continued(member, parts.length + 1) + method);
  }
  return parts;
}

function continued(member, part) {
  return `<a id="${idOf(member)}-part-${part}"></a>\n\n### ${nameOf(member)}, part ${part}\n\n#### Methods\n\n`;
}

function wholeKind({ kind, members }) {
  return `## ${kind}\n\n${members.join('\n\n***\n\n')}\n\n`;
}

/** What an entry exports of other entries, as links. */
function listOf(references) {
  if (references.length === 0) return '';
  const links = references.map((member) => `<a id="${idOf(member)}"></a>${linkOf(member)}`);
  return `## From other packages\n\n${links.join(' · ')}\n`;
}

function row(member) {
  return `- ${linkOf(member)}${sentenceOf(member)}`;
}
