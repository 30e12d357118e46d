import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { FACTORIES } from '@mortise/base/keys';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { staticFiles } from './static-files.js';
import { withFile } from './with-file.js';

const root = import.meta.dirname;
const name = 'with-file.ts';
const refusal = (option: string) => ({ code: 'OPTION_INVALID', option });

describe.each(implementations)(
  'the factories of staticFiles and withFile with %s',
  (_, factories) => {
    const layer = staticFiles({ root });
    const handler = { handle: () => factories.createResponse(404) };
    const asking = () => factories.createServerRequest('GET', `/${name}`);

    it('are those that created the request', async () => {
      const served = await layer.process(asking(), handler);
      const sent = await withFile(asking(), factories.createResponse(), join(root, name));
      expect(await served.getBody().text()).toBe(await sent.getBody().text());
      expect(served.getStatusCode()).toBe(200);
    });

    it('are those that come with the request', async () => {
      const request = asking();
      const body = factories.createStream('own');
      request
        .getLifetime()
        .setValue(FACTORIES, { ...factories, createStreamFromResource: () => body });
      expect((await layer.process(request, handler)).getBody()).toBe(body);
      const sent = await withFile(request, factories.createResponse(), join(root, name));
      expect(sent.getBody()).toBe(body);
    });

    it('names the option if it is omitted and the request was created without factories', async () => {
      const request = asking();
      request.getLifetime().setValue(FACTORIES, undefined as never);
      await expect(layer.process(request, handler)).rejects.toMatchObject(
        refusal('staticFiles.factories'),
      );
      await expect(
        withFile(request, factories.createResponse(), join(root, name)),
      ).rejects.toMatchObject(refusal('withFile.factories'));
    });
  },
);
