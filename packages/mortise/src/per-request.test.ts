import { afterEach, describe, expect, it } from '@jest/globals';
import { factories as plainFactories } from '@mortise/message-plain/node';
import {
  createApp,
  factories as nodeFactories,
  perRequest,
  type ResponseInterface,
  serve,
  type ServerHandle,
  type ServerRequestInterface,
  text,
} from './index.js';

const running: ServerHandle[] = [];
afterEach(() => Promise.all(running.splice(0).map((server) => server.close())));

/** The action of Slim's skeleton: it keeps the request in a field. */
class ViewUser {
  request: ServerRequestInterface | null = null;
  readonly #wait: (user: string) => Promise<unknown>;

  constructor(wait: (user: string) => Promise<unknown>) {
    this.#wait = wait;
  }

  async invoke(request: ServerRequestInterface, response: ResponseInterface) {
    this.request = request;
    await this.#wait(request.getQueryParams()['user'] as string);
    return text(response, `page of ${this.request.getQueryParams()['user'] as string}`);
  }
}

describe.each([
  ['@mortise/message', nodeFactories],
  ['@mortise/message-plain', plainFactories],
])('two users at once, on %s', (_name, factories) => {
  /** Ada's request waits until that of Ben has its response. @param keeps whether the container keeps the action */
  async function pages(keeps: boolean) {
    let letAdaGo: () => void = () => undefined;
    let adaArrived: () => void = () => undefined;
    const ben = new Promise<void>((resolve) => (letAdaGo = resolve));
    const ada = new Promise<void>((resolve) => (adaArrived = resolve));
    const create = () =>
      new ViewUser(async (user) => {
        adaArrived();
        if (user === 'Ada') await ben;
      });
    const kept = create();
    const container = {
      has: (id: string) => id === 'ViewUser',
      get: () => (keeps ? kept : create()),
    };
    const logger = { error: () => undefined, info: () => undefined };
    const app = createApp({ factories, container, logger });
    app.get('/', perRequest('ViewUser:invoke'));
    const server = await serve(app, { factories, port: 0 });
    running.push(server);
    const page = async (user: string) => {
      const response = await fetch(`${server.url}/?user=${user}`);
      return [response.status, await response.text()];
    };
    const first = page('Ada');
    await ada;
    const second = await page('Ben');
    letAdaGo();
    return [await first, second];
  }

  it('each get their own page from an action that is created for each request', async () => {
    expect(await pages(false)).toEqual([
      [200, 'page of Ada'],
      [200, 'page of Ben'],
    ]);
  });

  it('never get the page of the other from a container that keeps its entries', async () => {
    const [ada, ben] = await pages(true);
    expect([ada, ben?.[0]]).toEqual([[200, 'page of Ada'], 500]);
  });
});
