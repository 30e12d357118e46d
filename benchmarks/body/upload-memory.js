/**
 * How much memory an upload needs: `node --expose-gc benchmarks/body/upload-memory.js [MiB]`. Fails
 * if it adds 64 MiB of RSS or more.
 */
import { multipartForm, multipartParts } from '@mortise/body-parsers/multipart';
import { parseMediaType } from '@mortise/http-syntax';
import { createTemporaryStorage, factories } from '@mortise/message/node';

const MEBIBYTE = 2 ** 20;
const size = Number(process.argv[2] ?? 1024) * MEBIBYTE;
const contentType = 'multipart/form-data; boundary=x';
const unlimited = { maxBytes: Infinity, maxFileBytes: Infinity };

await added('discarded', async () => {
  for await (const part of multipartParts(body(), contentType, unlimited)) {
    for await (const chunk of part) void chunk;
  }
});
await added('to disk', async () => {
  const read = multipartForm({ factories, storage: createTemporaryStorage(), ...unlimited });
  const request = factories
    .createServerRequest('POST', 'http://example.test/')
    .withBody(factories.createStreamFromResource(body()));
  const parsed = await read(request, parseMediaType(contentType));
  await parsed.getLifetime().end();
});

/** Each chunk is new memory, and arrives in its own turn of the event loop, as from a socket. */
async function* body() {
  yield Buffer.from('--x\r\nContent-Disposition: form-data; name=f; filename=f\r\n\r\n');
  for (let at = 0; at < size; at += 65_536) {
    await new Promise((resolve) => setImmediate(resolve));
    yield Buffer.alloc(65_536, at);
  }
  yield Buffer.from('\r\n--x--\r\n');
}

async function added(name, run) {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  await run();
  clearInterval(timer);
  const mebibytes = (peak - before) / MEBIBYTE;
  if (mebibytes >= 64) process.exitCode = 1;
  console.log(`${size / MEBIBYTE} MiB ${name}: +${mebibytes.toFixed(1)} MiB`);
}
