import { writeBooks } from './command-line/write-books.js';
import { plural } from './plural.js';

const [size = '', file] = process.argv.slice(2);
const [, number, unit = ''] = /^(\d+)(KiB|MiB)?$/.exec(size) ?? [];
if (number === undefined || file === undefined) {
  console.error('Usage: library:books 100MiB FILE.ndjson (or FILE.csv)');
  process.exitCode = 2;
} else {
  const bytes = Number(number) * ({ KiB: 1024, MiB: 1024 ** 2 }[unit] ?? 1);
  const count = await writeBooks(bytes, file);
  console.log(`${file} has ${count} ${plural(count, 'book')}.`);
}
