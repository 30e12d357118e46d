/** The forms to time: what a browser sends for a few fields, a few files, and a large file. */
import { randomBytes } from 'node:crypto';

const KIBIBYTE = 1024;
const LARGE = 20 * KIBIBYTE * KIBIBYTE;

export const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
export const contentType = `multipart/form-data; boundary=${boundary}`;

/** A field, or a file if it has a `filename`. */
export function partOf(name, content, filename = '') {
  const head = `Content-Disposition: form-data; name="${name}"`;
  const type = 'Content-Type: application/octet-stream';
  return [filename === '' ? head : `${head}; filename="${filename}"\r\n${type}`, content];
}

/** @returns {Buffer} the body */
export function multipartOf(parts) {
  const pieces = parts.flatMap(([head, content]) => [
    `--${boundary}\r\n${head}\r\n\r\n`,
    content,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
}

const ALMOST = `\r\n--${boundary.slice(0, -1)}`;
const fields = (count) =>
  Array.from({ length: count }, (_, index) => partOf(`field${index}`, `value ${index}`));
const file = (name, size) => partOf(name, randomBytes(size), `${name}.bin`);
const small = () => file('small', KIBIBYTE);

/** Made on demand: the large ones take long. */
export const forms = {
  '3 fields': () => multipartOf(fields(3)),
  '1 field, 1 file of 1 KiB': () => multipartOf([...fields(1), small()]),
  '10 fields, 2 files of 1 and 40 KiB': () =>
    multipartOf([...fields(10), small(), file('middle', 40 * KIBIBYTE)]),
  '5 fields, 1 file of 20 MiB': () => multipartOf([...fields(5), file('large', LARGE)]),
  '1 file of 20 MiB, almost boundaries': () =>
    multipartOf([partOf('hard', Buffer.alloc(LARGE, ALMOST), 'hard.bin')]),
  '1 file of 100 MiB': () => multipartOf([file('huge', 5 * LARGE)]),
};
