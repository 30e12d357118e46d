/** The first page of the API: the entries of each package by task, with what the package is for. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packages } from '../setup/packages.js';
import { content } from './places.js';

/** @param groups see `apiSidebar` */
export function writeApiIndex(groups) {
  const descriptions = new Map(
    packages().map(({ name, manifest }) => [name, manifest.description]),
  );
  const sections = groups
    .filter(({ items }) => items !== undefined)
    .map(({ text, items }) => `## ${text}\n\n${tableOf(items, descriptions)}\n`);
  const introduction = `What each package exports. Most applications begin with [\`mortise\`](mortise.md):
its page lists by task what they use first.`;
  writeFileSync(
    join(content, 'api', 'index.md'),
    `# API\n\n${introduction}\n\n${sections.join('\n')}`,
  );
}

function tableOf(items, descriptions) {
  const rows = items
    .filter(({ text }) => descriptions.has(text))
    .map(({ text: name }) => {
      const entries = items.map(({ text }) => text).filter((text) => text.startsWith(`${name}/`));
      const links = [name, ...entries].map((entry) => `[\`${entry}\`](${entry}.md)`);
      return `| ${links.join('<br>')} | ${descriptions.get(name)} |`;
    });
  return `| Import | For |\n|---|---|\n${rows.join('\n')}`;
}
