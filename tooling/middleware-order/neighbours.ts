import { describe, expect, it } from '@jest/globals';
import { type AppInterface, createApp, type MiddlewareInterface, text } from 'mortise';
import { overSocket, type TestClient } from 'mortise/testing';

/** Adds a layer, or routes. */
export type Layer = (app: AppInterface) => void;

/** Two adjacent layers, and what a client sees of their order. */
export interface Neighbours<Seen> {
  readonly inner: Layer;
  readonly outer: Layer;
  /** Layers outside both, innermost first. */
  readonly around?: readonly Layer[];
  readonly routes?: Layer;
  /** The request to the application. */
  readonly seen: (client: TestClient) => Promise<Seen>;
  /** The result in the documented order. */
  readonly documented: Seen;
  readonly swapped: Seen;
}

/** Declares the tests of a rule: the result in the documented order, and that of the other order. */
export function neighbours<Seen>(rule: string, { inner, outer, ...rest }: Neighbours<Seen>): void {
  describe(rule, () => {
    it('holds in the documented order', async () => {
      expect(await seenIn([inner, outer], rest)).toEqual(rest.documented);
    });

    it('fails in the other order', async () => {
      expect(await seenIn([outer, inner], rest)).toEqual(rest.swapped);
    });
  });
}

/** A layer that is added by `app.add`. */
export function added(make: (app: AppInterface) => MiddlewareInterface): Layer {
  return (app) => {
    app.add(make(app));
  };
}

export const errors: Layer = (app) => {
  app.addErrorMiddleware();
};

async function seenIn<Seen>(
  layers: readonly Layer[],
  { around = [], routes = defaultRoutes, seen }: Omit<Neighbours<Seen>, 'inner' | 'outer'>,
): Promise<Seen> {
  const app = createApp({ logger: { error: () => undefined, info: () => undefined } });
  routes(app);
  for (const layer of [...layers, ...around]) layer(app);
  const client = overSocket(app);
  try {
    return await seen(client);
  } finally {
    await client.close();
  }
}

const defaultRoutes: Layer = (app) => {
  app.get('/', (_request, response) => text(response, 'page '.repeat(1000)));
  app.put('/note', (_request, response) => text(response, 'saved'));
  app.post('/note', (_request, response) => text(response, 'added'));
  app.get('/fail', () => {
    throw new Error('out of paper');
  });
};
