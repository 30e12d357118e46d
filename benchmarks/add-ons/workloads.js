/** What is asked of each add-on, and of the middleware that it is compared with. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';

/** 10 KiB of JSON. */
export const document = Array.from({ length: 100 }, (_, id) => ({
  id,
  title: `Book number ${id}`,
  author: 'Jane Austen',
  available: id % 2 === 0,
  year: 1800 + id,
}));

export const logFile = '/dev/null';
export const root = join(tmpdir(), 'mortise-benchmark-site');
if (!existsSync(root)) {
  mkdirSync(root);
  writeFileSync(join(root, 'small.txt'), 'x'.repeat(1024));
  writeFileSync(join(root, 'large.bin'), 'x'.repeat(1024 * 1024));
}

const get = (path, headers = {}) => ({ path, headers });
const GZIP = { 'Accept-Encoding': 'gzip' };

/** The layer, its requests, and what its CPU time may be at most of the anchor's. */
export const workloads = {
  compression: { layer: 'compression', request: get('/document', GZIP), most: 1.05 },
  headers: { layer: 'headers', request: get('/document'), most: 1 },
  log: { layer: 'log', request: get('/document'), most: 1 },
  'static 1 KiB': { layer: 'static', request: get('/small.txt'), most: 1 },
  'static 1 MiB': { layer: 'static', request: get('/large.bin'), most: 1 },
  'static 64 KiB of 1 MiB': {
    layer: 'static',
    request: get('/large.bin', { Range: 'bytes=0-65535' }),
    most: 1,
  },
  'static 404': { layer: 'static', request: get('/none.txt'), most: 1.6 },
  'kept 1 KiB': { layer: 'kept', request: get('/small.txt'), most: 1 },
};
