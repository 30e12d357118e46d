/** Draws the Mermaid diagrams of pages when the site is built, so that browsers need no library. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takePackageFile } from '../setup/package-file.js';
import { content, home } from './places.js';

const FENCE = /^```mermaid\n(.*?)^```$/gms;
const THEMES = ['default', 'dark'];
/** One file of it draws; its dependencies would be half of what is installed for the site. */
const MERMAID = 'mermaid@11.12.1';
const LOOK = {
  htmlLabels: false,
  flowchart: { htmlLabels: false },
  // A drawing of five participants is as wide as the text of a page.
  sequence: { wrap: true, width: 130, actorMargin: 30, wrapPadding: 4 },
};

/**
 * Replaces each diagram by two images, one for light and one for dark.
 *
 * @param {[page: string, markdown: string][]} pages
 */
export async function withDiagrams(chromium, pages) {
  const found = new Map();
  const changed = pages.map(([page, markdown]) => [
    page,
    markdown.replaceAll(FENCE, (_fence, source) => {
      const name = createHash('sha256')
        .update(JSON.stringify([source, LOOK]))
        .digest('hex')
        .slice(0, 12);
      found.set(name, source);
      const alt = /^\s*accTitle: (.+)$/m.exec(source)?.[1];
      if (alt === undefined)
        throw new Error(`A diagram of ${page} has no accTitle: say what it shows.`);
      const image = (theme, shown) =>
        `<img class="${shown}" src="/diagrams/${name}-${theme}.svg" alt=${JSON.stringify(alt)} SIZE-${name}>`;
      return `<p class="diagram">${image('default', 'for-light')}${image('dark', 'for-dark')}</p>`;
    }),
  ]);
  const folder = await draw(chromium, found);
  return changed.map(([page, markdown]) => [
    page,
    markdown.replaceAll(/SIZE-(\w{12})/g, (_, name) => sizeOf(join(folder, `${name}-default.svg`))),
  ]);
}

/** The attributes for a drawing in its own size: below 70 % of it (text of 11 px) the page scrolls it instead. */
function sizeOf(file) {
  const [, width, height] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(readFileSync(file, 'utf8'));
  return `width="${Math.round(width)}" height="${Math.round(height)}" style="min-width: ${Math.round(width * 0.7)}px"`;
}

/** @returns the folder with the drawings, which are kept until their sources change */
async function draw(chromium, diagrams) {
  const folder = join(content, 'public', 'diagrams');
  const kept = join(home, 'diagrams');
  for (const each of [folder, kept]) mkdirSync(each, { recursive: true });
  const all = [...diagrams].flatMap(([name, source]) =>
    THEMES.map((theme) => ({ name, source, theme, file: `${name}-${theme}.svg` })),
  );
  const missing = all.filter(({ file }) => !existsSync(join(kept, file)));
  if (missing.length > 0) await render(await chromium(), missing, kept);
  for (const { file } of all) copyFileSync(join(kept, file), join(folder, file));
  return kept;
}

async function render(browser, diagrams, folder) {
  const library = join(home, `${MERMAID}.js`);
  takePackageFile(MERMAID, 'dist/mermaid.min.js', library);
  const page = await browser.newPage();
  await page.route('**', (route) => route.abort());
  await page.setContent('<body></body>');
  await page.addScriptTag({ path: library });
  for (const diagram of diagrams) {
    const svg = await page.evaluate(
      async ({ name, source, theme, look }) => {
        const fontFamily = 'system-ui, sans-serif';
        globalThis.mermaid.initialize({ startOnLoad: false, theme, fontFamily, ...look });
        return (await globalThis.mermaid.render(`d${name}`, source)).svg;
      },
      { ...diagram, look: LOOK },
    );
    writeFileSync(join(folder, diagram.file), svg);
  }
  await page.close();
}
