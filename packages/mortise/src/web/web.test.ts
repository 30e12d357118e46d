import { describe, expect, it } from '@jest/globals';
import { multipartForm } from '@mortise/body-parsers/multipart';
import { createMemoryStorage } from '@mortise/message';
import * as onNode from '../index.js';
import { inProcess } from '../testing/index.js';
import { bodyParsing, createApp, factories, json } from './index.js';
import * as web from './index.js';

const answerOf = async (options: Parameters<typeof createApp>[0], type: string, body: string) => {
  const app = createApp(options);
  app.post('/', (request, response) => json(response, request.getParsedBody()));
  const response = await inProcess(app).post('/', { headers: { 'Content-Type': type }, body });
  return [response.getStatusCode(), await response.getBody().text()];
};

describe('the entry for platforms without Node', () => {
  it('has no name that the entry for Node lacks', () => {
    expect(Object.keys(web).filter((name) => !(name in onNode))).toEqual([]);
    expect(Object.keys(web)).not.toContain('serve');
  });

  it.each([
    ['application/json', '{"a":"1"}'],
    ['application/x-www-form-urlencoded', 'a=1'],
    ['application/xml', '<x><a>1</a></x>'],
  ])('parses %s as on Node', async (type, body) => {
    expect(await answerOf({ body: {} }, type, body)).toEqual([200, '{"a":"1"}']);
  });

  it('refuses malformed XML in strict mode, and leaves XML unparsed if it is off', async () => {
    const type = 'application/xml';
    const refused = await answerOf({ body: { strict: true } }, type, '<x>');
    expect(refused[0]).toBe(400);
    expect(await answerOf({ body: { xml: false } }, type, '<x/>')).toEqual([200, 'null']);
  });

  it('parses multipart forms with a reader, and refuses options of multipart with its name', async () => {
    const type = 'multipart/form-data; boundary=b';
    const form = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n';
    expect(await answerOf({ body: {} }, type, form)).toEqual([200, 'null']);
    const storage = createMemoryStorage();
    const app = createApp();
    const readers = { 'multipart/form-data': multipartForm({ storage }) };
    app.add(bodyParsing({ readers }));
    app.post('/', (request, response) => json(response, request.getParsedBody()));
    const headers = { 'Content-Type': type };
    const response = await inProcess(app).post('/', { headers, body: form });
    expect(await response.getBody().text()).toBe('{"a":"1"}');
    expect(() => createApp({ body: { multipart: { maxFiles: 1 } } })).toThrow(
      expect.objectContaining({
        option: 'createApp.body.multipart',
        message: expect.stringMatching(/multipartForm from @mortise\/body-parsers\/multipart/),
      }),
    );
  });

  it('creates messages without files', () => {
    expect(createApp().factories).toBe(factories);
  });
});
