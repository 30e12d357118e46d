/**
 * The server for reset.js: short responses over HTTP/1.1 and HTTP/2. `/longest` responds with the maximum CPU
 * time, in milliseconds, between two turns of the event loop since its last request.
 */
import { factories } from '@mortise/message';
import { serve } from '@mortise/node';
import { HELLO, PORT, TEXT } from './contract.js';

const TICK = 5; // milliseconds

let before = process.cpuUsage();
let longest = 0;
setInterval(() => {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  longest = Math.max(longest, (user + system) / 1_000);
}, TICK);

async function handle(request) {
  await null;
  const text = request.getRequestTarget() === '/longest' ? String(longest) : HELLO;
  if (text !== HELLO) longest = 0;
  return factories
    .createResponse()
    .withHeader('Content-Type', TEXT)
    .withBody(factories.createStream(text));
}

await serve(handle, { factories, port: PORT, http2: true });
