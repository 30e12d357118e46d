import { describe, expect, it } from '@jest/globals';
import { FACTORIES } from '@mortise/base/keys';
import type { ServerRequestInterface, UploadedFileInterface } from '@mortise/http-message';
import { createTemporaryStorage } from '@mortise/message/node';
import { CONTENT_TYPE, file, formBytes } from '../test/form-bytes.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { bodyParser } from './body-parser.js';
import { multipartForm } from './multipart/index.js';

const refusal = (option: string) => ({ code: 'OPTION_INVALID', option });

describe.each(implementations)('the factories of bodyParsing with %s', (_, factories) => {
  const parse = bodyParser({
    readers: { 'multipart/form-data': multipartForm({ storage: createTemporaryStorage() }) },
  });
  /** With a body as from a network. */
  function streamed(type: string, bytes: Uint8Array): ServerRequestInterface {
    async function* source() {
      yield await Promise.resolve(bytes);
    }
    const body = factories.createStreamFromResource(source());
    return factories
      .createServerRequest('POST', '/')
      .withHeader('Content-Type', type)
      .withBody(body);
  }
  const json = () => streamed('application/json', new TextEncoder().encode('{"a":1}'));
  const form = () => streamed(CONTENT_TYPE, formBytes([file('cv', 'content')]));
  const without = (request: ServerRequestInterface) => {
    request.getLifetime().setValue(FACTORIES, undefined as never);
    return request;
  };

  it('are those that created the request', async () => {
    const parsed = await parse(json());
    expect([parsed.getParsedBody(), await parsed.getBody().text()]).toEqual([{ a: 1 }, '{"a":1}']);
    const request = await parse(form());
    const { cv } = request.getUploadedFiles() as { cv: UploadedFileInterface };
    expect(await cv.getStream().text()).toBe('content');
    await request.getLifetime().end();
  });

  it('are those that come with the request', async () => {
    const request = json();
    const body = factories.createStream('own');
    request.getLifetime().setValue(FACTORIES, { ...factories, createStream: () => body });
    expect((await parse(request)).getBody()).toBe(body);
  });

  it('names the option if it is omitted and the request was created without factories', async () => {
    await expect(parse(without(json()))).rejects.toMatchObject(refusal('bodyParsing.factories'));
    await expect(parse(without(form()))).rejects.toMatchObject(refusal('multipartForm.factories'));
  });
});
