/** Draws `social.png`, the preview image of links on other sites: the mark, the name and one sentence. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/packages.js';
import { content, home } from './places.js';

/** @param {string} sentence in plain text */
export async function writeSocialImage(chromium, sentence) {
  const mark = readFileSync(join(root, 'tooling/site/public/mark.svg'), 'utf8');
  const page = `<!doctype html><style>
    body { margin: 0; padding: 90px; box-sizing: border-box; width: 1200px; height: 630px; background: #fff; color: #1b1b1f;
      font: 44px/1.35 system-ui, sans-serif }
    svg { width: 150px } h1 { font-size: 96px; line-height: 1; margin: 20px 0 30px } p { margin: 0 }
  </style>${mark}<h1>Mortise</h1><p>${escaped(sentence)}</p>`;
  const drawn = join(home, 'social.png');
  const source = join(home, 'social.html');
  // Starting a browser takes seconds: the image is kept until its source changes.
  if (!existsSync(drawn) || !existsSync(source) || readFileSync(source, 'utf8') !== page) {
    const tab = await (await chromium()).newPage({ viewport: { width: 1200, height: 630 } });
    await tab.setContent(page);
    await tab.screenshot({ path: drawn });
    await tab.close();
    writeFileSync(source, page);
  }
  writeFileSync(join(content, 'public', 'social.png'), readFileSync(drawn));
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
