/** What stands above the members on a page of the API. */
import { posix } from 'node:path';
import { packages } from '../setup/packages.js';

/** The beginning of the page of an entry. */
export function introduction(entry) {
  const [, name] = /^((?:@[^/]+\/)?[^/]+)/.exec(entry);
  const { manifest } = packages().find((one) => one.name === name);
  const toReadme = posix.relative(
    posix.dirname(`api/${entry}`),
    `packages/${name.replace('@mortise/', '')}.md`,
  );
  const guide = `[How to use \`${name}\`](${toReadme})`;
  const lead =
    entry === name
      ? manifest.description
      : `An entry of [\`${name}\`](${posix.relative(posix.dirname(entry), `${name}.md`)}).`;
  const text = `${lead.replace(/\.?$/, '.')} ${guide}.`;
  return `${front(entry, `What ${entry} exports. ${lead}`, 'entry')}# ${entry}\n\n${text}\n\n`;
}

/** `api` says how the search names the sections of the page, see `vitepress.config.js`. */
export function front(entry, description, api) {
  const template = api === 'member' ? `titleTemplate: ${JSON.stringify(entry)}\n` : '';
  const facts = `entry: ${JSON.stringify(entry)}\napi: ${api}\n${template}`;
  return `---\n${facts}description: ${JSON.stringify(description)}\n---\n\n`;
}

/** Where a page is: `API › @mortise/app › Types`. */
export function crumbs(entry, kind) {
  const path = [`[API](${posix.relative(posix.dirname(entry), 'index.md')})`];
  path.push(`[${entry}](${posix.basename(entry)}.md)`);
  if (kind !== undefined) path.push(kind);
  return `<div class="crumbs">\n\n${path.join(' › ')}\n\n</div>\n\n`;
}
