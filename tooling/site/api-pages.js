/**
 * Splits the pages that typedoc writes, one for each entry. What is long has a page of its own, named after it; the rest
 * is on the page of the entry or, if it is too much, on a page of its kind. Inherited members are documented once, where
 * they are declared.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { filesIn } from '../setup/packages.js';
import { compact } from './api-compact.js';
import { crumbs, front, introduction } from './api-front.js';
import { heightOf } from './api-height.js';
import { idOf, linkOf, MEMBER, nameOf, rowOf, sentenceOf, withIds } from './api-members.js';
import { byTask } from './api-tasks.js';
import { content } from './places.js';

/** Estimated pixels of one page; `check-opened.js` allows 8,000. */
const MAX_HEIGHT = 7_000;
/** What is higher has its own page. */
const MAX_SHARED = 550;

/** The kinds of typedoc, in the order in which readers need them. */
const KINDS = {
  Functions: 'Functions',
  Classes: 'Classes',
  Interfaces: 'Types',
  'Type Aliases': 'Types',
  Variables: 'Values',
};

const INHERITED =
  /^<a id="[^"]*"><\/a>\n\n##### (?:(?!^<a id|^### |^\*\*\*).*\n)*?###### Inherited from\n\n.*\n\n?/gm;

/** Replaces the pages of all entries in `api/`. */
export function splitApiPages() {
  const folder = join(content, 'api');
  const entries = filesIn(folder, '.md')
    .filter((path) => path !== join(folder, 'index.md'))
    .map((path) => {
      const entry = relative(folder, path).replaceAll(sep, '/').replace(/\.md$/, '');
      return { entry, pages: pagesOf(entry, readFileSync(path, 'utf8')) };
    });
  const places = new Map();
  for (const { entry, pages } of entries) {
    places.set(entry, entry);
    for (const { page, text } of pages)
      for (const [, one, other] of text.matchAll(/<a id="([^"]+)">|\{#([^}]+)\}$/gm))
        places.set(`${entry}#${one ?? other}`, page);
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
  const [, ...sections] = markdown.replaceAll(INHERITED, '').split(/^(?=## )/m);
  const kinds = sections.map((section) => {
    const [heading, ...members] = section.split(MEMBER);
    return { kind: heading.replace(/^## |\n/g, ''), members };
  });
  const references = kinds.find(({ kind }) => kind === 'References')?.members ?? [];
  const all = kinds.flatMap(({ kind, members }) =>
    kind === 'References' ? [] : members.map((raw) => memberOf(raw, KINDS[kind])),
  );
  const groups = [...new Set(Object.values(KINDS))]
    .map((kind) => ({
      kind,
      members: all
        .filter((member) => member.kind === kind)
        .toSorted((one, other) => isMain(other, entry) - isMain(one, entry)),
    }))
    .filter(({ members }) => members.length > 0);
  const index = `${introduction(entry)}${byTask(entry, all, references)}`;
  const around = heightOf(index) + heightOf(listOf(references));
  moveOut(groups, MAX_HEIGHT - around);
  const text = index + groups.map(sectionOf).join('') + listOf(references);
  const own = groups.flatMap(({ members }) => members.filter(({ isAlone }) => isAlone));
  return [
    { page: entry, text },
    ...own.map((member) => pageOf(entry, member)),
    ...groups.filter(({ isApart }) => isApart).flatMap((group) => pagesOfKind(entry, group)),
  ];
}

/** Whether the package is named after it, such as `rateLimit()` from `@mortise/rate-limit`: readers want it first. */
function isMain({ name }, entry) {
  const words = posix.basename(entry).replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
  return Number(name === `${words}()`);
}

function memberOf(raw, kind) {
  const text = compact(withIds(raw));
  const about = { kind, name: nameOf(raw), id: idOf(raw), link: linkOf(raw), row: rowOf(raw) };
  return { ...about, text, sentence: sentenceOf(text), isLong: heightOf(text) > MAX_SHARED };
}

/** Marks what has its own page, and then the kinds that have, the longest first, until the rest fits. */
function moveOut(groups, room) {
  const shared = ({ members }) => members.filter(({ isAlone }) => !isAlone);
  const height = (group) =>
    heightOf(
      shared(group)
        .map(({ text }) => text)
        .join('\n\n'),
    );
  const heightShown = (group) =>
    (group.isApart ? 0 : height(group)) + heightOf(rowsOf(group).join('\n'));
  const isTooMuch = () => groups.reduce((sum, group) => sum + heightShown(group), 0) > room;
  if (isTooMuch())
    for (const member of groups.flatMap(({ members }) => members)) member.isAlone = member.isLong;
  while (isTooMuch()) {
    const [longest] = groups
      .filter((group) => !group.isApart && shared(group).length > 0)
      .sort((one, other) => height(other) - height(one));
    if (longest === undefined) return;
    longest.isApart = true;
  }
}

const rowsOf = ({ members, isApart }) =>
  members.filter(({ isAlone }) => isAlone || isApart).map(({ row, sentence }) => row + sentence);

/** A kind on the page of its entry: the names of what has another page, then the rest. */
function sectionOf(group) {
  const here = group.members.filter(({ isAlone }) => !isAlone && !group.isApart);
  const parts = [rowsOf(group).join('\n'), ...here.map(({ text }) => atLevel(3, text))].filter(
    Boolean,
  );
  return `## ${group.kind}\n\n${parts.join('\n\n')}\n\n`;
}

function pageOf(entry, { kind, name, id, text, sentence }) {
  const description = `${name.replaceAll('\\', '')} of ${entry}${sentence.replaceAll(/[`*\\]/g, '')}`;
  return {
    page: `${entry}_${id}`,
    text: `${front(entry, description, 'member')}${crumbs(entry, kind)}${atLevel(1, text)}\n`,
  };
}

/** The pages of what has no own page; their names are ranges of the alphabet only if one page is too small for the kind. */
function pagesOfKind(entry, { kind, members }) {
  const packs = packed(members.filter(({ isAlone }) => !isAlone));
  return packs.map((pack, i) => {
    const letters = [pack[0], pack.at(-1)].map(({ name }) =>
      name.replace('\\', '')[0].toUpperCase(),
    );
    const range = packs.length === 1 ? '' : `, ${[...new Set(letters)].join(' to ')}`;
    const slug = `${kind.toLowerCase()}${i === 0 ? '' : `-${i + 1}`}`;
    const body = pack.map(({ text }) => atLevel(2, text)).join('\n\n');
    const head = `${front(entry, `${kind} of ${entry}${range}.`, 'kind')}${crumbs(entry)}`;
    return {
      page: `${entry}_${slug}`,
      text: `${head}# ${kind} of \`${entry}\`${range}\n\n${body}\n`,
    };
  });
}

/** As few pages as their heights allow, of about the same height. */
function packed(members) {
  const sorted = members.toSorted((one, other) =>
    one.name.localeCompare(other.name, 'en', { sensitivity: 'base' }),
  );
  const heights = sorted.map(({ text }) => heightOf(text));
  const total = heights.reduce((sum, height) => sum + height, 0);
  const each = total / Math.ceil(total / MAX_HEIGHT);
  const packs = [];
  let start = 0;
  for (const [i, member] of sorted.entries()) {
    const nth = Math.floor(start / each);
    (packs[nth] ??= []).push(member);
    start += heights[i];
  }
  return packs.filter(Boolean);
}

/** With the heading of the member at this level, and those of its methods one below. */
function atLevel(level, text) {
  return text.replaceAll(/^#{3,}(?= )/gm, (marks) =>
    '#'.repeat(marks.length > 3 ? level + 1 : level),
  );
}

/** What an entry exports of other entries, as links. */
function listOf(references) {
  if (references.length === 0) return '';
  const links = references.map((member) => `<a id="${idOf(member)}"></a>${linkOf(member)}`);
  return `## From other packages\n\n${links.join(' · ')}\n`;
}
