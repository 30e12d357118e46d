/** Serves HTTP/1.1, responds once, and prints which protocols of Node have been loaded by then. */
import { factories } from '@mortise/message';
import { once } from 'node:events';
import { get } from 'node:http';
import { serve } from '../src/index.js';

const server = await serve(() => factories.createResponse(204), { factories, port: 0 });
await once(get(server.url), 'response'); // `fetch` would load them itself
const { moduleLoadList } = process as NodeJS.Process & { moduleLoadList: readonly string[] };
const names = moduleLoadList.map((name) => name.replace('NativeModule ', ''));
console.log(names.filter((name) => ['http', 'http2', 'tls'].includes(name)).join());
process.exit();
