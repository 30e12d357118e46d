import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Client, Problem } from '@mortise/client';
import type { libraryContract } from '../contract.js';
import { linesOfFile } from './file-lines.js';
import { problemText } from './problem-text.js';
import { importName, isCsv } from '../import/import-name.js';
import type { ImportState } from '../import/import-operations.js';
import { importResult } from '../import/import-result.js';
import { linesAfter } from '../import/lines-after.js';
import { plural } from '../plural.js';

/** What an import needs. */
export interface ImportOptions {
  readonly client: Client<typeof libraryContract>;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** NDJSON, or CSV if its name ends in `.csv`. */
  readonly file: string;
  readonly print: (line: string) => void;
}

/** Sending the same lines again would be refused again. */
class RefusedError extends Error {}

/** The statuses of requests that would be refused again. */
const REFUSALS = new Set([401, 403, 404, 413, 415, 422]);
const LF = Buffer.from('\n');
const CHUNK = 5_000; // lines of a request: progress is printed after each
const ATTEMPTS = 20; // with longer and longer breaks: more than a minute in all

/**
 * Sends a file to the library. The id of the import comes from the content, so that the same command continues after an
 * interruption: of this program, the server or the database.
 */
export async function importFile(options: ImportOptions): Promise<Readonly<ImportState>> {
  const { client, file, print } = options;
  const { id, lines: total } = await identityOf(file);
  // One that was begun keeps its name: the file can have got another one since.
  let state: Readonly<ImportState> = (await storedState(client, id)) ?? (await begun(options, id));
  let rest = linesAfter(state.lines, linesOfFile(file));
  for (let failures = 0; !state.finished; ) {
    try {
      const lines = await taken(rest, CHUNK);
      const end = state.lines + lines.length;
      state = await sendLines(options, id, state.lines, lines, total);
      // A record of CSV that was not complete is sent again, with its other lines.
      if (state.lines !== end) rest = linesAfter(state.lines, linesOfFile(file));
      failures = 0;
      print(
        `${progressBar(state.lines / Math.max(1, total))} ${state.lines} of ${total} ${plural(total, 'line')}`,
      );
    } catch (error) {
      if (error instanceof RefusedError || ++failures === ATTEMPTS) throw error;
      print(`Interrupted (${(error as Error).message}); retrying ...`);
      await new Promise((resolve) => setTimeout(resolve, Math.min(5_000, 500 * failures)));
      state = (await storedState(client, id)) ?? state;
      rest = linesAfter(state.lines, linesOfFile(file));
    }
  }
  for (const { line, reason } of state.refused) print(`Line ${line} was refused: ${reason}`);
  const others = state.refusedLines - state.refused.length;
  if (others > 0) print(`and ${others} more`);
  print(`Finished: ${importResult(state)}.`);
  return state;
}

async function begun({ client, file }: ImportOptions, id: string) {
  const name = importName(basename(file));
  const started = await client.imports.start({ args: { id }, body: { name } });
  if (!started.described) throw new Error(problemText(started.problem, started.status));
  return started.body;
}

/** @returns `null` if there is none yet, and while the library does not respond */
async function storedState(client: ImportOptions['client'], id: string) {
  const found = await client.imports.show({ args: { id } }).catch(() => null);
  return found?.described === true ? found.body : null;
}

/** Sends some of the lines, after the `from` that are stored; the last of the file ends the import. */
async function sendLines(
  { url, headers, file }: ImportOptions,
  id: string,
  from: number,
  lines: readonly Buffer[],
  total: number,
): Promise<ImportState> {
  const last = from + lines.length >= total;
  const type = isCsv(file) ? 'text/csv' : 'application/x-ndjson';
  const response = await fetch(`${url}/api/imports/${id}/lines?from=${from}&last=${last}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': type, Accept: 'application/json' },
    body: Buffer.concat(lines.flatMap((line) => [line, LF])),
  });
  if (response.ok) return (await response.json()) as ImportState;
  // An error page of a proxy is not JSON.
  const problem = (await response.json().catch(() => null)) as Partial<Problem> | null;
  const text = problemText(problem, response.status);
  throw REFUSALS.has(response.status) ? new RefusedError(text) : new Error(text);
}

async function identityOf(file: string): Promise<{ readonly id: string; readonly lines: number }> {
  const hash = createHash('sha256').update(isCsv(file) ? 'csv\n' : '');
  let lines = 0;
  for await (const line of linesOfFile(file)) {
    hash.update(line).update(LF);
    lines++;
  }
  return { id: hash.digest('hex').slice(0, 32), lines };
}

async function taken(lines: AsyncGenerator<Buffer, void>, count: number): Promise<Buffer[]> {
  const found: Buffer[] = [];
  while (found.length < count) {
    const { done, value } = await lines.next();
    if (done === true) break;
    found.push(value);
  }
  return found;
}

function progressBar(share: number): string {
  const done = Math.round(share * 20);
  return `[${'█'.repeat(done)}${'·'.repeat(20 - done)}]`;
}
