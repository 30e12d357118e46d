import { afterEach, describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { OptionError } from '@mortise/base/options';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { answer } from '../test/serving.js';
import { lastGet, talk } from '../test/wire.js';
import { serve, serveCluster, toListener } from './index.js';

const running: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

const handle = () => answer('hello');

/** Both ways to serve, as a program without types calls them. */
const ways: readonly [string, (...args: readonly unknown[]) => Promise<{ port: number }>][] = [
  [
    'serve',
    async (...args) => {
      const [served, options] = args;
      const placed = typeof options === 'object' ? { port: 0, ...options } : options;
      const server = await serve(served as never, placed as never);
      running.push(server);
      return server;
    },
  ],
  [
    'toListener',
    async (...args) => {
      const listener = (toListener as (...args: readonly unknown[]) => never)(...args);
      const server = createServer(listener).listen(0, '127.0.0.1');
      running.push(server);
      await once(server, 'listening');
      return { port: (server.address() as AddressInfo).port };
    },
  ],
];

describe.each(ways)('%s', (door, start) => {
  it('accepts a function as the handler', async () => {
    const { port } = await start(handle, { factories });
    expect(await talk(port, lastGet())).toMatch(/hello$/);
  });

  it('calls handle as a method of its object', async () => {
    class App {
      readonly text = 'hello';
      handle() {
        return answer(this.text);
      }
    }
    const { port } = await start(new App(), { factories });
    expect(await talk(port, lastGet())).toMatch(/hello$/);
  });

  it.each([
    [undefined, 'undefined', ''],
    [{}, 'an object', ''],
    [{ handle: 7 }, 'an object', ''],
    [Promise.resolve({ handle }), 'a promise', '; it is a promise: await it first'],
  ])(
    'refuses the handler %p at the start, and says what to pass',
    async (handler, received, way) => {
      const message = `invalid ${door}.handler: received ${received}; expected an application, an object with handle(request), or a function (request) => response${way}`;
      const error = await start(handler, { factories }).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(OptionError);
      expect(error).toMatchObject({ code: 'OPTION_INVALID', message });
    },
  );

  it('refuses a class at the start, and says to pass an instance', async () => {
    class Application {
      readonly handle = handle;
    }
    await expect(start(Application, { factories })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: `invalid ${door}.handler: received the class Application; expected an application, an object with handle(request), or a function (request) => response; pass an instance, new Application()`,
    });
  });

  it.each([
    [undefined, 'undefined'],
    [{}, 'undefined'],
    [{ factories: null }, 'null'],
    [{ factories: {} }, 'an object'],
  ])('refuses the options %j without factories', async (options, received) => {
    const message = `invalid ${door}.factories: received ${received}; expected message factories: import { factories } from '@mortise/message'`;
    const starting = start({ handle }, options);
    await expect(starting).rejects.toMatchObject({ code: 'OPTION_INVALID', message });
  });

  it.each([
    ['log', 'a string of length 3'],
    [null, 'null'],
  ])('refuses %j for onError, which is not a function', async (onError, received) => {
    const message = `invalid ${door}.onError: received ${received}; expected a function`;
    const starting = start({ handle }, { factories, onError });
    await expect(starting).rejects.toMatchObject({ code: 'OPTION_INVALID', message });
  });

  it('refuses an option that it does not know, and names the nearest', async () => {
    const error = await start(handle, { factories, limit: {} }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'OPTION_INVALID',
      message: `unknown option ${door}.limit; expected ${door}.limits`,
    });
  });

  it.each([
    ['hostname', 'serve.host'],
    ['ip', 'serve.host'],
    ['address', 'serve.host'],
    ['https', 'serve.tls'],
    ['onRequest', 'a layer: app.add((request, handler) => handler.handle(request))'],
    ['keepAliveTimeout', 'limits: { keepAliveTimeout }'],
  ])('refuses %s of other servers, and says what to write', async (name, line) => {
    const starting = serve({ handle }, { factories, port: 0, [name]: 1 });
    await expect(starting).rejects.toMatchObject({
      message: `unknown option serve.${name}; expected ${line}`,
    });
  });

  it.each([
    ['path', { path: '/tmp/a.sock', port: 0 }],
    ['path', { path: '/tmp/a.sock', host: '::' }],
    ['tls', { tls: {} }],
    ['tls', { tls: { key: 'k' } }],
    ['tls', { tls: { cert: 'c', key: undefined } }],
    ['tls', { tls: new Map() }],
  ])('refuses %s of %j at the start, which could serve nobody', async (option, options) => {
    const error = await serve({ handle }, { factories, ...options } as never).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: 'OPTION_INVALID', option: `serve.${option}` });
  });

  it.each(['', null, 7])('refuses %j for host, which would expose the server', async (host) => {
    await expect(serve({ handle }, { factories, port: 0, host } as never)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: `invalid serve.host: received ${JSON.stringify(host)}; expected an address, such as '127.0.0.1', or '::' for all interfaces`,
    });
  });

  it('refuses a port in place of the options, and names them', async () => {
    await expect(start({ handle }, 3000)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringMatching(
        door === 'serve'
          ? /^invalid serve: received 3000; expected \{ port: 3000 \}$/
          : new RegExp(
              `^invalid ${door}: received 3000; expected an object with any of .*limits, `,
            ),
      ) as unknown,
    });
  });

  it.each([
    ['limits', null, 'limits'],
    ['limits', { handlerTimeout: '30s' }, 'limits.handlerTimeout'],
    ['limits', { headersTimeout: 2, requestTimeout: 1 }, 'limits.headersTimeout'],
    ['basePath', '//app', 'basePath'],
    ['trustProxy', '10.0.0.1', 'trustProxy'],
    ['trustProxy', ['unix', '10.0.0.0/33'], 'trustProxy[1]'],
    ['forwardedBy', 'x-real-ip', 'forwardedBy'],
    ['forwardedBy', 'forwarded', 'forwardedBy'],
    ['trustPrefix', 1, 'trustPrefix'],
    ['trustPrefix', true, 'trustPrefix'],
  ])('refuses %s: %j by the path of the option', async (name, value, option) => {
    const starting = start(handle, { factories, [name]: value });
    await expect(starting).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      option: `${door}.${option}`,
    });
  });

  it('treats undefined as an omitted option', async () => {
    const names = ['limits', 'onError', 'basePath', 'trustProxy', 'forwardedBy', 'trustPrefix'];
    const omitted = Object.fromEntries(names.map((name) => [name, undefined]));
    const { port } = await start(handle, { factories, ...omitted });
    expect(await talk(port, lastGet())).toMatch(/hello$/);
  });
});

it('a port that is a string meets the variable that serve reads, and a cluster without a function its call', async () => {
  await expect(serve({ handle }, { factories, port: '3000' as never })).rejects.toThrow(
    'invalid serve.port: received "3000"; expected an integer from 0 to 65535, or no port: serve then reads the variable PORT',
  );
  await expect(serveCluster({ handle } as never)).rejects.toThrow(
    'invalid serveCluster.start: received an object; expected a function that starts a server: (worker) => serve(app, worker)',
  );
});

it.each([
  ['port', '3000'],
  ['path', ''],
  ['tls', null],
  ['tls', []],
  ['http2', 1],
  ['upgrade', null],
  ['signal', {}],
  ['closeTimeout', null],
])('serve refuses %s: %j', async (name, value) => {
  await expect(serve({ handle }, { factories, [name]: value })).rejects.toMatchObject({
    code: 'OPTION_INVALID',
    option: `serve.${name}`,
    value,
  });
});
