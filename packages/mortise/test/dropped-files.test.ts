import { afterEach, describe, expect, it } from '@jest/globals';
import { endpoint } from '@mortise/endpoint';
import { files } from '@mortise/contract';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { type Opened, transports } from '../../../tooling/testing/transports.js';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { createApp, json } from '../src/index.js';
import { inProcess } from '../src/testing/index.js';

const warnings = notedWarnings();
const open: Opened[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const headers = { 'content-type': 'multipart/form-data; boundary=b' };
const part = (name: string, file: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\n\r\nx\r\n`;
const form = (...parts: string[]) => Buffer.from(`${parts.join('')}--b--\r\n`);
const THREE = form(part('photos', '1'), part('photos', '2'), part('photos', '3'));

describe.each(nodeImplementations)('three files in one field with %s', (_, factories) => {
  it.each(transports)('are a warning once in development over %s', async (_transport, openOf) => {
    const app = createApp({ factories, development: true, body: {} });
    app.post('/', (request, response) => json(response, Object.keys(request.getUploadedFiles())));
    const server = await openOf(app);
    open.push(server);
    for (let count = 0; count < 2; count++)
      expect(await server.send('/', { method: 'POST', headers, body: [THREE] })).toMatchObject({
        status: 200,
        body: '["photos"]',
      });
    await waitFor(() => warnings.length > 0);
    expect(warnings.map(({ code, message, detail }) => [code, message, detail])).toEqual([
      [
        'FILE_FIELD_REPEATED',
        'the file field "photos" has 3 files, of which the last one replaces the others, because its name has no brackets',
        'Write <input type="file" name="photos[]" multiple>, and in scripts form.append("photos[]", file).',
      ],
    ]);
  });

  /** The request has ended when its response is returned, so a warning has been printed. */
  async function warned(body: Buffer, development: boolean): Promise<number> {
    const app = createApp({ factories, development, body: {} });
    app.post('/', (_request, response) => response);
    const contract = { files: { photos: files() }, responses: { 204: null } };
    app.post(
      '/endpoint',
      endpoint(contract, (_request, respond) => respond(204)),
    );
    const client = inProcess(app);
    const path = body === THREE && development ? '/endpoint' : '/';
    expect((await client.post(path, { headers, body })).getStatusCode()).toBeLessThan(300);
    return warnings.length;
  }

  it.each<[string, Buffer, boolean]>([
    ['an endpoint gets all of them', THREE, true],
    ['the names have brackets', form(part('photos[]', '1'), part('photos[]', '2')), true],
    ['only the last one was chosen', form(part('photos', ''), part('photos', '2')), true],
    ['it is not in development', THREE, false],
  ])('are not a warning if %s', async (_case, body, development) => {
    expect(await warned(body, development)).toBe(0);
  });

  it('are a warning if the last one was not chosen', async () => {
    expect(await warned(form(part('a[b]', '1'), part('a[b]', '')), true)).toBe(1);
    expect(warnings[0]?.message).toContain('the file field "a[b]" has 2 files');
  });
});
