import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { firstBooks } from '../database/first-rows.js';
import { isCsv } from '../import/import-name.js';

const NAMES = ['title', 'author', 'year', 'language'] as const;

/**
 * Writes a file to import, the same for each size: volumes of the first books, as CSV if its name ends in `.csv`.
 *
 * @param size bytes; the file ends with the line that reaches it
 * @returns how many books it has
 */
export async function writeBooks(size: number, file: string): Promise<number> {
  const books = await firstBooks();
  let count = 0;
  function* lines(): Generator<string, void> {
    let written = 0;
    const sized = (line: string): string => {
      written += Buffer.byteLength(line);
      return line;
    };
    if (isCsv(file)) yield sized(`${NAMES.join(',')}\n`);
    while (written < size) {
      for (const book of books) {
        if (written >= size) return;
        const volume = { ...book, title: `${book.title}, volume ${++count}` };
        yield sized(`${isCsv(file) ? csvLine(volume) : JSON.stringify(volume, [...NAMES])}\n`);
      }
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file));
  return count;
}

type Fields = Readonly<Record<(typeof NAMES)[number], string | number>>;

function csvLine(book: Fields): string {
  return NAMES.map((name) => csvField(String(book[name]))).join(',');
}

/** A field of CSV, quoted where it must be (RFC 4180). */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
