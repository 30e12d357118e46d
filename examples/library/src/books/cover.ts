import { escapeHtml } from 'mortise';
import { lengthOf, shortened } from '../pages/shortened.js';
import type { Book } from './book.js';

const PAPERS = '#7a3b1d #1f4e5f #3d4f2a #5b2a4e #8a6414 #2b3a67 #6b2d2d #31504a'.split(' ');
const WIDTH = 240;
const MARGIN = 24;
const LINE = 15; // letters that fit in the title's size
const LINES = 6; // of a title

/** A cover set in type, as SVG: the color and the pattern come from title and author, so they stay. */
export function coverOf({ title, author }: Pick<Book, 'title' | 'author'>): string {
  const seed = hashOf(`${title}\n${author}`);
  const paper = PAPERS[seed % PAPERS.length] ?? '';
  const lines = wrapped(title, LINE);
  const { x, direction } = sideOf(title);
  const tspans = lines.map(
    (line, index) => `<tspan x="${x}" y="${86 + index * 30}">${escapeHtml(line)}</tspan>`,
  );
  const y = 100 + (lines.length - 1) * 30;
  const ofAuthor = sideOf(author);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} 360" role="img">
<rect width="${WIDTH}" height="360" fill="${paper}"/>
<g stroke="#fff" stroke-opacity=".16" fill="none" stroke-width="2">${pattern(seed)}</g>
<rect x="10" y="10" width="220" height="340" fill="none" stroke="#f6ead2" stroke-opacity=".7" stroke-width="1.5"/>
<text font-family="Georgia, 'Times New Roman', serif" font-size="22" direction="${direction}" fill="#fbf3e2">${tspans.join('')}</text>
<line x1="${x}" x2="${direction === 'rtl' ? x - 46 : x + 46}" y1="${y}" y2="${y}" stroke="#f6ead2" stroke-width="2"/>
<text x="${ofAuthor.x}" y="326" direction="${ofAuthor.direction}" font-family="Georgia, 'Times New Roman', serif" font-size="14" font-style="italic" fill="#f6ead2">${escapeHtml(shortened(author, 24))}</text>
</svg>`;
}

/** Where a text begins, by its first letter: on the right if that is of a script that is written from there. */
function sideOf(text: string) {
  const isRight =
    /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
  return isRight.test(text)
    ? ({ x: WIDTH - MARGIN, direction: 'rtl' } as const)
    : ({ x: MARGIN, direction: 'ltr' } as const);
}

/** Circles, waves or diagonals in the lower half. */
function pattern(seed: number): string {
  const x = 60 + (seed % 120);
  const steps = Array.from({ length: 7 }, (_, index) => index + 1);
  switch (seed % 3) {
    case 0:
      return steps.map((step) => `<circle cx="${x}" cy="290" r="${step * 19}"/>`).join('');
    case 1:
      return steps
        .map((step) => `<path d="M0 ${190 + step * 19} q60 ${-30 - (seed % 20)} 120 0 t120 0"/>`)
        .join('');
    default:
      return steps
        .map((step) => `<path d="M${step * 40 - 60} 360 L${step * 40 + x - 40} 190"/>`)
        .join('');
  }
}

/** FNV-1a, 32 bits: the same number on every machine. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const byte of new TextEncoder().encode(text))
    hash = Math.imul(hash ^ byte, 16_777_619) >>> 0;
  return hash;
}

/** At most six lines of the room of `width` letters, broken between words. A longer word is shortened, and a longer text ends with `…`. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && lengthOf(`${last} ${word}`) <= width)
      lines.splice(-1, 1, `${last} ${word}`);
    else lines.push(shortened(word, width));
  }
  if (lines.length <= LINES) return lines;
  return [...lines.slice(0, LINES - 1), shortened(lines.slice(LINES - 1).join(' '), width)];
}
