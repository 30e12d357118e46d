import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';
import { createApp, text } from '../src/index.js';
import { overSocket } from '../src/testing/index.js';

const folder = await mkdtemp(join(tmpdir(), 'mortise-'));
const file = join(folder, 'a.txt');
await writeFile(file, 'file');
afterAll(() => rm(folder, { recursive: true }));

const AS_TEXT = '[a stream: read it with await body.text()]';

describe.each(nodeImplementations)('a body as text, on %s,', (_name, factories) => {
  it.each([0, 1, 200_000])(
    'says how to read it, and stays unread, over a socket: %d bytes',
    async (size) => {
      const app = createApp({ factories });
      app.post('/', async (request, response) => {
        const body: unknown = request.getBody();
        const shown = `${body as string} ${String(body)}`;
        return text(response, `${shown} ${(await request.getBody().text()).length}`);
      });
      const client = overSocket(app);
      const response = await client.post('/', { body: 'a'.repeat(size) });
      await client.close();
      expect(await response.getBody().text()).toBe(`${AS_TEXT} ${AS_TEXT} ${size}`);
    },
  );

  it('is the same for text, bytes and files, and after close, and never throws', () => {
    const streams = [
      factories.createResponse().getBody(),
      factories.createStream('text'),
      factories.createStream(Uint8Array.of(1)),
      factories.createStreamFromResource(Uint8Array.of(1)),
      factories.createStreamFromFile(file),
    ];
    for (const stream of streams) {
      const before = asText(stream);
      stream.close();
      expect([before, asText(stream)]).toEqual([AS_TEXT, AS_TEXT]);
    }
  });

  it('as JSON is refused with the line to write', async () => {
    const logs: string[] = [];
    const logger = { error: (line: string) => void logs.push(line), info: () => undefined };
    const app = createApp({ factories, logger });
    app.post('/', (request, response) => {
      // eslint-disable-next-line typescript/no-base-to-string -- the mistake that is tested
      const body: unknown = JSON.parse(String(request.getBody()));
      return text(response, typeof body);
    });
    const client = overSocket(app);
    const response = await client.post('/', { json: { a: 1 } });
    await client.close();
    expect([response.getStatusCode(), logs]).toEqual([
      500,
      [
        expect.stringMatching(
          /; instead of request\.getBody\(\), write await request\.getBody\(\)\.text\(\)/,
        ),
      ],
    ]);
  });
});

function asText(stream: unknown): string {
  return String(stream);
}
