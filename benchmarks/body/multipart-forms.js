/** The forms that are timed: what a browser sends for a few fields, and for a large file. */
import { randomBytes } from 'node:crypto';

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
const MEBIBYTE = 2 ** 20;

export const contentType = `multipart/form-data; boundary=${BOUNDARY}`;

const field = (name, value) => [
  `Content-Disposition: form-data; name="${name}"`,
  Buffer.from(value),
];
const file = (name, content) => [
  `Content-Disposition: form-data; name="${name}"; filename="${name}.bin"\r\nContent-Type: application/octet-stream`,
  content,
];
const fields = Array.from({ length: 5 }, (_, index) => field(`field${index}`, `value ${index}`));

export const forms = {
  '5 fields': { form: formOf(fields), times: 5000 },
  '5 fields, 1 file of 1 KiB': {
    form: formOf([...fields, file('small', randomBytes(1024))]),
    times: 3000,
  },
  '1 file of 20 MiB': {
    form: formOf([...fields, file('big', randomBytes(20 * MEBIBYTE))]),
    times: 20,
  },
  '1 file of 20 MiB, almost boundaries': {
    form: formOf([file('hard', Buffer.alloc(20 * MEBIBYTE, `\r\n--${BOUNDARY.slice(0, -1)}`))]),
    times: 8,
  },
};

function formOf(parts) {
  const pieces = parts.flatMap(([header, content]) => [
    `--${BOUNDARY}\r\n${header}\r\n\r\n`,
    content,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
}
