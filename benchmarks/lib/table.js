/** Tables of Markdown, printed row by row. */

export function printHead(...columns) {
  printRow(...columns);
  console.log(`|---|${'--:|'.repeat(columns.length - 1)}`);
}

export function printRow(...cells) {
  console.log(`| ${cells.join(' | ')} |`);
}
