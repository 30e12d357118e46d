/**
 * The site of the documentation.
 *
 *     npm run site            builds it and serves it
 *     npm run site -- build   builds it into .cache/site/dist
 *     npm run site -- check   builds it and checks it: every page from its HTML, a sample in Chromium
 *     npm run site -- search  asks the search of the built site the questions of questions.txt, or those given
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installTools } from '../setup/install-tools.js';
import { launchChromium } from '../testing/launch-chromium.ts';
import { entriesOf, packagesInOrder, root } from '../setup/packages.js';
import { writeApi } from './api.js';
import { writeApiIndex } from './api-index.js';
import { splitApiPages } from './api-pages.js';
import { trySearch } from './check-search.js';
import { checkSite } from './check.js';
import { writeContent } from './content.js';
import { apiSidebar, sidebar } from './sidebar.js';
import { address, built, compiling, content, home } from './places.js';
import { serveSite } from './serve.js';

const place = join(root, 'tooling/site');
const config = join(home, '.vitepress');

const COMMANDS = ['serve', 'build', 'check', 'search'];
const [command = 'serve', ...asked] = process.argv.slice(2);
let browser;
const chromium = () => (browser ??= launchChromium());

try {
  if (!COMMANDS.includes(command))
    throw new Error(`npm run site takes ${COMMANDS.join(', ')}; not ${command}.`);
  if (command === 'search') {
    copyTheme();
    process.exitCode = (await trySearch(asked)) ? 0 : 1;
  } else await build();
  if (command === 'serve') console.log(`The site is at ${(await serveSite(3001)).url}`);
  if (command === 'check') process.exitCode = (await checkSite(await chromium())) ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await browser?.then(
    (opened) => opened.close(),
    () => null,
  );
}

/** With the words of the search. */
function copyTheme() {
  mkdirSync(config, { recursive: true });
  cpSync(join(place, 'theme'), join(config, 'theme'), { recursive: true });
}

/** Lets the name of an entry break after a slash. */
function withBreaks({ text, items, ...rest }) {
  const shown = { text: text.replaceAll('/', '/<wbr>'), ...rest };
  return items === undefined ? shown : { ...shown, items: items.map(withBreaks) };
}

async function build() {
  installTools(home, readFileSync(join(place, 'package.json'), 'utf8'));
  for (const folder of [content, built]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(content, { recursive: true });
  cpSync(join(place, 'public'), join(content, 'public'), { recursive: true });
  cpSync(join(root, 'docs/social.png'), join(content, 'public/social.png'));
  const entries = packagesInOrder().flatMap(entriesOf);
  await Promise.all([writeApi(entries), writeContent(chromium)]);
  splitApiPages();
  const api = apiSidebar(entries.map(({ name }) => name));
  writeApiIndex(api);
  copyTheme();
  cpSync(join(place, 'vitepress.config.js'), join(config, 'config.js'));
  const settings = { address, sidebar: { '/api/': api.map(withBreaks), '/': sidebar() } };
  writeFileSync(join(config, 'settings.json'), JSON.stringify(settings));
  const vitepress = join(home, 'node_modules/vitepress/bin/vitepress.js');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [compiling, vitepress, 'build', home],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`vitepress failed:\n${stdout}${stderr}`);
}
