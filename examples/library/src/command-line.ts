import { createClient, fetchTransport } from '@mortise/client';
import { readEnv } from '@mortise/contract/env';
import * as z from 'zod';
import { importFile } from './command-line/import-file.js';
import { searchBooks } from './command-line/search-books.js';
import { libraryContract } from './contract.js';

const USAGE = `Usage: library search WORDS
       library import FILE.ndjson (or FILE.csv)

An import that adds no book exits with 1.

LIBRARY_URL is the address of the library (http://127.0.0.1:3000),
LIBRARY_USER is name:password of a librarian (librarian:quiet-please).`;

const environment = z.object({
  LIBRARY_URL: z
    .url({ protocol: /^https?$/, error: 'must begin with http:// or https://' })
    .transform((url) => url.replace(/\/+$/, ''))
    .default('http://127.0.0.1:3000'),
  LIBRARY_USER: z.string().includes(':', 'must be name:password').default('librarian:quiet-please'),
});

try {
  await run(process.argv.slice(2));
} catch (error) {
  const { message, cause, code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') console.error(`There is no file ${path}.`);
  else console.error(cause instanceof Error ? `${message}: ${cause.message}` : message);
  process.exitCode = 1;
}

async function run([command, ...words]: readonly string[]): Promise<void> {
  const { LIBRARY_URL: url, LIBRARY_USER: user } = readEnv(environment);
  const headers = { Authorization: `Basic ${Buffer.from(user).toString('base64')}` };
  const transport = fetchTransport({ headers });
  const client = createClient(libraryContract, { baseUrl: `${url}/api`, transport });
  const [file] = words;
  if (command === 'search') await searchBooks(client, words.join(' '), console.log);
  else if (command === 'import' && file !== undefined && words.length === 1) {
    const { added } = await importFile({ client, url, headers, file, print: console.log });
    if (added === 0) process.exitCode = 1;
  } else {
    if (command === 'import' && words.length > 1) console.error('Import one file at a time.\n');
    console.error(USAGE);
    process.exitCode = 2;
  }
}
