/** How high a part of a page of the API is at 1280 px, from its Markdown. */

const HEADING = 90;
const LINE = { height: 28, length: 88 };
const ROW = { height: 24, length: 58, around: 14 };

/** @returns {number} pixels */
export function heightOf(markdown) {
  const text = markdown
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/<a id[^>]*><\/a>/g, '')
    .replaceAll(/[`\\[]| \{#.*/g, '');
  return text
    .split('\n\n')
    .flatMap((block) => (/^(?:\||- |```)/.test(block) ? block.split('\n') : [block]))
    .reduce((sum, block) => sum + heightOfBlock(block), 0);
}

function heightOfBlock(block) {
  if (block === '') return 0;
  if (block.startsWith('#')) return HEADING;
  if (!block.startsWith('|'))
    return (
      8 + Math.ceil(block.length / LINE.length) * LINE.height + (block.startsWith('-') ? 0 : 8)
    );
  const [, name = '', meaning = ''] =
    block.split(' | ').length > 1 ? ['', ...block.split(' | ')] : [];
  const lines = meaning
    .split('<br>')
    .reduce((sum, line) => sum + Math.ceil(line.length / ROW.length), 0);
  return ROW.around + Math.max(lines, Math.ceil(name.length / 22)) * ROW.height;
}
