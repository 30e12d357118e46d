import { createClient, fetchTransport } from '@mortise/client';
import { importFile } from './command-line/import-file.js';
import { searchBooks } from './command-line/search-books.js';
import { libraryContract } from './contract.js';

const USAGE = `Use: library search WORDS
     library import FILE.ndjson

LIBRARY_URL is the address of the library (http://127.0.0.1:3000),
LIBRARY_USER is name:password of a librarian (librarian:quiet-please).`;

const [command, ...words] = process.argv.slice(2);
const url = process.env['LIBRARY_URL'] ?? 'http://127.0.0.1:3000';
const user = process.env['LIBRARY_USER'] ?? 'librarian:quiet-please';
const headers = { Authorization: `Basic ${Buffer.from(user).toString('base64')}` };
const transport = fetchTransport({ headers });
const client = createClient(libraryContract, { baseUrl: `${url}/api`, transport });

try {
  if (command === 'search') await searchBooks(client, words.join(' '), console.log);
  else if (command === 'import' && words[0] !== undefined) {
    await importFile({ client, url, headers, file: words[0], print: console.log });
  } else {
    console.error(USAGE);
    process.exitCode = 2;
  }
} catch (error) {
  const { message, cause } = error as Error;
  console.error(cause instanceof Error ? `${message}: ${cause.message}` : message);
  process.exitCode = 1;
}
