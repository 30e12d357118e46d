import { operation } from '@mortise/contract';
import * as z from 'zod';
import { RowNumber, storedText } from '../books/stored-text.js';
import {
  ImportColumns,
  ImportName,
  ImportPosition,
  ImportType,
  ImportUnknown,
} from '../problems.js';
import { importName, LONGEST_NAME } from './import-name.js';

const ImportState = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Lines that are stored or refused: where to continue. */
    lines: z.int(),
    added: z.int(),
    finished: z.boolean(),
    /** The first 100 of the refused lines. */
    refused: z.array(z.object({ line: z.int(), reason: z.string() })).readonly(),
    /** How many lines were refused. */
    refusedLines: z.int(),
  })
  .meta({ id: 'ImportState' });

const args = z.object({ id: z.string().regex(/^[\w-]{1,64}$/) });
const tags = ['imports'];

/** Imports of NDJSON, or of CSV if the name ends in `.csv`: create one, send its lines, and after an interruption the lines that are missing. */
export const importOperations = {
  start: operation('PUT', '/imports/{id}', {
    summary: 'Start an import, or continue one',
    tags,
    args,
    body: z.object({ name: storedText(LONGEST_NAME).overwrite(importName).trim().min(1) }),
    responses: { 200: ImportState },
    problems: [ImportName],
  }),
  show: operation('GET', '/imports/{id}', {
    summary: 'The progress of an import, with its first 100 refused lines',
    tags,
    args,
    responses: { 200: ImportState },
    problems: [ImportUnknown],
  }),
};

/** Not in the contract, because its route has limits of its own. */
export const importLinesOperation = operation('POST', '/imports/{id}/lines', {
  summary: 'Send lines of an import',
  text: 'NDJSON, or CSV if the name of the import ends in `.csv`. A 409 says in `lines` where to continue.',
  tags,
  args,
  query: z.object({
    /** How many lines come before these: as many as are stored. */
    from: RowNumber.min(0),
    /** Whether no line of the file follows these. No boolean: an empty value would be the default, and finish the import. */
    last: z.enum(['true', 'false']).default('true'),
  }),
  accepts: ['application/x-ndjson', 'text/csv'],
  responses: { 200: ImportState },
  problems: [ImportUnknown, ImportPosition, ImportType, ImportColumns],
});

export type ImportState = z.infer<typeof ImportState>;
