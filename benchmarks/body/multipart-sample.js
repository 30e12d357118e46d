/** Times one way to read a multipart form, in a process of its own: CPU milliseconds for each form, as JSON. */
import { createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { multipartForm, multipartParts } from '@mortise/body-parsers/multipart';
import { parseMediaType } from '@mortise/http-syntax';
import { createTemporaryStorage, factories } from '@mortise/message/node';
import busboy from 'busboy';
import { contentType, forms } from './multipart-forms.js';

const CHUNK = 65_536;
const everything = { maxBytes: Infinity, maxFileBytes: Infinity };
const reader = multipartForm({ factories, storage: createTemporaryStorage(), ...everything });
const mediaType = parseMediaType(contentType);
let folderless = 0;

const ways = {
  'mortise, discarded': async (form) => {
    for await (const part of multipartParts(chunks(form), contentType, everything)) {
      for await (const chunk of part) void chunk;
    }
  },
  'mortise, to disk': async (form) => {
    const request = factories
      .createServerRequest('POST', 'http://x.test/')
      .withBody(factories.createStreamFromResource(chunks(form)));
    const parsed = await reader(request, mediaType);
    await parsed.getLifetime().end();
  },
  'busboy, discarded': (form) => withBusboy(form, (file) => file.resume()),
  'busboy, to disk': async (form) => {
    const done = [];
    await withBusboy(form, (file) => {
      const path = `/tmp/mortise-bench-${process.pid}-${folderless++}`;
      done.push(finished(file.pipe(createWriteStream(path))).then(() => unlink(path)));
    });
    await Promise.all(done);
  },
};

const read = ways[process.argv[2]];
const result = {};
for (const [name, { form, times }] of Object.entries(forms)) {
  for (let i = 0; i < times; i++) await read(form);
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) await read(form);
  const { user, system } = process.cpuUsage(before);
  result[name] = (user + system) / 1000 / times;
}
console.log(JSON.stringify(result));

async function withBusboy(form, onFile) {
  const parser = busboy({ headers: { 'content-type': contentType }, defParamCharset: 'utf8' });
  parser.on('file', (_name, file) => onFile(file)).on('field', () => {});
  const done = finished(parser);
  for await (const chunk of chunks(form)) {
    if (!parser.write(chunk)) await new Promise((resolve) => parser.once('drain', resolve));
  }
  parser.end();
  await done;
}

async function* chunks(form) {
  for (let at = 0; at < form.length; at += CHUNK) yield form.subarray(at, at + CHUNK);
}
