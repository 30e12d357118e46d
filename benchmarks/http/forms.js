/** The bodies of the workloads: about 1 KiB of JSON, the same as a nested form, and 20 MiB with a file. */
import { createCipheriv } from 'node:crypto';
import { multipartOf, partOf } from '../body/multipart-forms.js';

export const jsonBody = kibibyteOfJson();
export const form = kibibyteOfForm();
const FILE_BYTES = 20 * 1024 * 1024;

function kibibyteOfJson() {
  const user = { id: 123456, name: 'Ada Lovelace', roles: ['admin', 'editor', 'viewer'] };
  const data = { user, active: true, score: 97.25, items: [], pad: '' };
  for (let index = 0; JSON.stringify(data).length < 960; index++) {
    const [sku, price] = [`SKU-${1000 + index}`, index * 3.5];
    data.items.push({ sku, qty: index, price, tags: ['a', 'b'] });
  }
  data.pad = 'p'.repeat(1024 - JSON.stringify(data).length);
  return JSON.stringify(data);
}

/** Data, and the form that both PHP and qs parse to it. */
function kibibyteOfForm() {
  const address = { street: '12 St James Sq.', city: 'London & Westminster' };
  const user = { name: 'Ada Lovelace', email: 'ada@example.com', address };
  const data = { user, csrf: 'tok_8f7a6s5d4f', a: { b: [] }, list: [] };
  for (let index = 0; encoded(data).length < 1000; index++) {
    data.a.b.push(`value ${index}`);
    data.list.push({ name: `entry ${index}` });
  }
  return { data, body: encoded(data) };
}

function encoded(data) {
  return String(new URLSearchParams(pairsOf(data)));
}

/** Names with brackets; those of texts in a list have none between them. */
function pairsOf(value, name = '') {
  if (typeof value === 'string') return [[name, value]];
  return Object.entries(value).flatMap(([key, member]) => {
    if (name === '') return pairsOf(member, key);
    const isInList = Array.isArray(value) && typeof member === 'string';
    return pairsOf(member, `${name}[${isInList ? '' : key}]`);
  });
}

/** Five fields and a file of bytes that are the same every time. */
export function upload() {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16));
  const file = cipher.update(Buffer.alloc(FILE_BYTES));
  const fields = Array.from({ length: 5 }, (_, index) => partOf(`field${index}`, `value ${index}`));
  const answer = { fields: fields.length, files: 1, bytes: FILE_BYTES };
  return { body: multipartOf([...fields, partOf('upload', file, 'big.bin')]), answer };
}
