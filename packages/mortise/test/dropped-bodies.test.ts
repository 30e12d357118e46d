import { createReadStream } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface, StreamInterface } from '@mortise/http-message';
import { createApp, httpError, type MiddlewareFunction } from '../src/index.js';
import { inProcess, overSocket } from '../src/testing/index.js';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';
import { waitFor } from '../../../tooling/testing/wait-for.js';

const FILE = import.meta.filename;

/** A body that holds a file, and whether it still does. */
interface Held {
  readonly body: StreamInterface;
  readonly isOpen: () => boolean;
}

const sources: Readonly<Record<string, (factories: HttpFactoriesInterface) => Held>> = {
  file(factories) {
    const body = factories.createStreamFromFile(FILE);
    return { body, isOpen: () => body.isReadable() };
  },
  'file that a layer has read to its end'(factories) {
    const body = factories.createStreamFromFile(FILE);
    body.seek(0, 2);
    return { body, isOpen: () => body.isReadable() };
  },
  'Node stream'(factories) {
    const stream = createReadStream(FILE);
    return {
      body: factories.createStreamFromResource(stream),
      isOpen: () => !stream.destroyed,
    };
  },
};

const layers: Readonly<Record<string, (factories: HttpFactoriesInterface) => MiddlewareFunction>> =
  {
    'responds instead': (factories) => async (request, handler) => {
      await handler.handle(request);
      return factories.createResponse(403);
    },
    'replaces the body': (factories) => async (request, handler) =>
      (await handler.handle(request)).withBody(factories.createStream('')),
    throws: () => async (request, handler) => {
      await handler.handle(request);
      throw httpError(409);
    },
    'tries again': () => async (request, handler) => {
      await handler.handle(request);
      return handler.handle(request);
    },
  };

const cases = Object.keys(sources).flatMap((source) =>
  Object.keys(layers).flatMap((layer) =>
    (['a group', 'the application'] as const).map((place) => [source, layer, place] as const),
  ),
);

describe.each(nodeImplementations)('a body with %s', (_, factories) => {
  describe.each([
    ['over a socket', overSocket],
    ['in process', inProcess],
  ])('%s', (_transport, clientOf) => {
    it.each(cases)('of a %s is closed if a layer %s, of %s', async (source, name, place) => {
      const made: Held[] = [];
      const app = createApp({ factories });
      const layer = layers[name]?.(factories) as MiddlewareFunction;
      const inner = place === 'a group' ? [layer] : [];
      if (place !== 'a group') app.add(layer);
      app.group(
        '',
        (group) => {
          group.get('/', (_request, response) => {
            const held = sources[source]?.(factories) as Held;
            made.push(held);
            return response.withBody(held.body);
          });
        },
        { layers: inner },
      );
      const client = clientOf(app);
      await client.get('/');
      await waitFor(() => !made.some(({ isOpen }) => isOpen()));
      expect(made).toHaveLength(name === 'tries again' ? 2 : 1);
      await client.close();
    });

    it('that a layer has made is closed if an outer one responds instead', async () => {
      const body = factories.createStreamFromFile(FILE);
      const app = createApp({ factories });
      app.add(() => factories.createResponse().withBody(body));
      app.add(layers['responds instead']?.(factories) as MiddlewareFunction);
      const client = clientOf(app);
      await client.get('/');
      await waitFor(() => !body.isReadable());
      await client.close();
    });

    it('that was made for a later request is sent by that request', async () => {
      const kept = factories.createStreamFromFile(FILE);
      const app = createApp({ factories });
      app.get('/kept', (_request, response) => response.withBody(kept));
      app.get('/', (_request, response) => response.withBody(factories.createStreamFromFile(FILE)));
      const client = clientOf(app);
      const expected = await (await client.get('/')).getBody().text();
      expect(await (await client.get('/kept')).getBody().text()).toBe(expected);
      await client.close();
    });

    it('in memory stays open for the next request, if a layer responds instead', async () => {
      const kept = factories.createResponse().withBody(factories.createStream('kept'));
      const app = createApp({ factories });
      app.get('/', () => kept);
      app.add(layers['responds instead']?.(factories) as MiddlewareFunction);
      const client = clientOf(app);
      await client.get('/');
      expect(await kept.getBody().text()).toBe('kept');
      await client.close();
    });
  });
});
