/** The forms to time: what a browser sends for a few fields, a few files, and a large file. */
import { randomBytes } from 'node:crypto';

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
const KIBIBYTE = 1024;
const LARGE = 20 * KIBIBYTE * KIBIBYTE;

export const boundary = BOUNDARY;
export const contentType = `multipart/form-data; boundary=${BOUNDARY}`;

const field = (index) => [
  `Content-Disposition: form-data; name="field${index}"`,
  Buffer.from(`value ${index}`),
];
const fields = (count) => Array.from({ length: count }, (_, index) => field(index));
const file = (name, content) => [
  `Content-Disposition: form-data; name="${name}"; filename="${name}.bin"\r\nContent-Type: application/octet-stream`,
  content,
];

/** Made on demand: the large ones take long. */
export const forms = {
  '3 fields': () => formOf(fields(3)),
  '1 field, 1 file of 1 KiB': () => formOf([field(0), file('small', randomBytes(KIBIBYTE))]),
  '10 fields, 2 files of 1 and 40 KiB': () =>
    formOf([
      ...fields(10),
      file('small', randomBytes(KIBIBYTE)),
      file('middle', randomBytes(40 * KIBIBYTE)),
    ]),
  '5 fields, 1 file of 20 MiB': () => formOf([...fields(5), file('large', randomBytes(LARGE))]),
  '1 file of 20 MiB, almost boundaries': () =>
    formOf([file('hard', Buffer.alloc(LARGE, `\r\n--${BOUNDARY.slice(0, -1)}`))]),
  '1 file of 100 MiB': () => formOf([file('huge', randomBytes(5 * LARGE))]),
};

function formOf(parts) {
  const pieces = parts.flatMap(([header, content]) => [
    `--${BOUNDARY}\r\n${header}\r\n\r\n`,
    content,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
}
