/** The parsers to time, for a form by its name: each reads its bytes, and settles when its files are removed. */
import { createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { multipartForm, multipartParts } from '@mortise/body-parsers/multipart';
import { parseMediaType } from '@mortise/http-syntax';
import { createTemporaryStorage, factories } from '@mortise/message/node';
import { parseMultipart } from '@remix-run/multipart-parser';
import busboy from 'busboy';
import { boundary, contentType, forms } from './multipart-forms.js';

const CHUNK = 65_536;
const MEMORY_LIMIT = 65_536;
const everything = { maxBytes: Infinity, maxFileBytes: Infinity };
const options = { factories, storage: createTemporaryStorage(), ...everything };
const mediaType = parseMediaType(contentType);
const headers = { 'content-type': contentType };
const settings = { headers, defParamCharset: 'utf8' };
let files = 0;

const ways = {
  'Mortise, discarded': async (form) => {
    for await (const part of multipartParts(arriving(form), contentType, everything)) {
      if (part.filename === null) await part.text();
      else for await (const chunk of part) void chunk;
    }
  },
  'busboy, discarded': (form) => feed(busboy(settings), form, (file) => file.resume()),
  // Up to 64 KiB of a file stay in memory, more goes to disk.
  'Mortise, kept': throughForm(multipartForm(options)),
  'busboy, kept': async (form) => {
    const kept = [];
    const fields = Object.create(null);
    const parser = busboy(settings).on('field', (name, value) => (fields[name] = value));
    await feed(parser, form, (file) => kept.push(keep(file)));
    await Promise.all(kept);
  },
  'Mortise, to disk': throughForm(multipartForm({ ...options, memoryLimit: 0 })),
  'busboy, to disk': async (form) => {
    const written = [];
    await feed(busboy(settings), form, (file) => written.push(toDisk(file)));
    await Promise.all(written);
  },
  '@remix-run/multipart-parser, discarded': (form) => {
    const limits = { maxFileSize: Infinity, maxTotalSize: Infinity };
    for (const part of parseMultipart(cut(form), { boundary, ...limits })) void part;
  },
};

export const tasks = Object.fromEntries(
  Object.entries(ways).map(([name, read]) => [name, (form) => read.bind(null, forms[form]())]),
);

/** The content if it is small, as a program without a framework would store it. */
function keep(file) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    let size = 0;
    const take = (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= MEMORY_LIMIT) return;
      file.off('data', take).off('end', finish).pause();
      toDisk(file, chunks).then(resolve, reject);
    };
    const finish = () => resolve(Buffer.concat(chunks));
    file.on('data', take).on('end', finish).on('error', reject);
  });
}

async function toDisk(file, beginning = []) {
  const path = join(tmpdir(), `mortise-bench-${process.pid}-${files++}`);
  const target = createWriteStream(path);
  for (const chunk of beginning) target.write(chunk);
  await finished(file.pipe(target));
  await unlink(path);
}

function throughForm(reader) {
  return async (form) => {
    const request = factories
      .createServerRequest('POST', 'http://x.test/')
      .withBody(factories.createStreamFromResource(arriving(form)));
    const parsed = await reader(request, mediaType);
    await parsed.getLifetime().end();
  };
}

async function feed(parser, form, onFile) {
  parser.on('file', (_name, file) => onFile(file)).on('field', () => {});
  const done = new Promise((resolve, reject) => parser.on('finish', resolve).on('error', reject));
  for await (const chunk of arriving(form)) {
    if (!parser.write(chunk)) await new Promise((resolve) => parser.once('drain', resolve));
  }
  parser.end();
  await done;
}

async function* arriving(form) {
  yield* cut(form);
}

function* cut(form) {
  for (let at = 0; at < form.length; at += CHUNK) yield form.subarray(at, at + CHUNK);
}
