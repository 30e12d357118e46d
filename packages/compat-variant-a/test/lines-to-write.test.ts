import { describe, expect, it } from '@jest/globals';
import { createApp as createAppOf } from '@mortise/app';
import { bodyParser, gunzip } from '@mortise/body-parsers';
import { withDefaults } from '@mortise/body-parsers/defaults';
import { createTemporaryStorage, factories } from '@mortise/message/node';
import { createApp, type Slim3Middleware, variantA } from '../src/index.js';

const MIDDLEWARE = '(request, response, next) => next(request, response)';
const createBodyParser = (options: object, path: string) =>
  bodyParser(withDefaults(options, { factories, storage: createTemporaryStorage() }, path), path);

/** The log line of a request, without its status and class. */
async function logged(code: string, isLayer = true): Promise<string> {
  const lines: string[] = [];
  const logger = { error: (line: unknown) => void lines.push(String(line)), info: () => undefined };
  const app = createApp({ factories, logger });
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const given = new Function(`return ${code}`)() as Slim3Middleware;
  app.get('/', isLayer ? (_request, response) => response : (given as never));
  if (isLayer) app.add(given);
  await app.handle(factories.createServerRequest('GET', 'http://localhost/'));
  return String(lines[0]);
}

describe('in variant A', () => {
  it('app.use names middleware of variant A', () => {
    const app = createApp({ factories }) as unknown as { use(): void };
    expect(() => {
      app.use();
    }).toThrow(`app.add(${MIDDLEWARE})`);
  });

  it.each([
    ['(request, handler) => handler.handle(request)'],
    ['(request, next) => next(request)'],
  ])('middleware of another variant, %s, meets that of variant A', async (code) => {
    expect(await logged(code)).toContain(`middleware is ${MIDDLEWARE}`);
  });

  it.each([
    [
      '(request, response, next) => next()',
      'next received undefined',
      'return next(request, response)',
    ],
    ["(request, response, next) => next(new Error('x'))", 'next received', 'throw error'],
  ])('%s meets the line to write', async (code, received, line) => {
    expect(await logged(code)).toContain(received);
    expect(await logged(code)).toContain(`instead of the request: write ${line}`);
  });

  it('the hint for request.body does not ask for the option body', async () => {
    const line = await logged('(request, response) => response.write(request.body.x)', false);
    expect(line).toContain('write request.getParsedBody()');
    expect(line).not.toContain('createApp');
  });

  it.each([
    [
      'the application',
      (body: object) => createAppOf({ factories, createBodyParser, variant: variantA(), body }),
      'createApp.body.maxBytes',
    ],
    [
      'createApp of the package',
      (body: object) => createApp({ factories, createBodyParser, body }),
      'createApp.body.maxBytes',
    ],
    [
      'a route',
      (body: object) => createApp({ factories, createBodyParser }).post('/a', () => '', { body }),
      'route("/a").body.maxBytes',
    ],
    [
      'a group',
      (body: object) =>
        createApp({ factories, createBodyParser }).group(
          '/g',
          (group) => void group.post('/a', () => ''),
          { body },
        ),
      'route("/g/a").body.maxBytes',
    ],
  ])(
    'body.maxBytes of %s is refused, with the setting that limits bodies, and body.decoders',
    (_place, create, option) => {
      expect(() => create({ maxBytes: 10 })).toThrow(
        `invalid ${option}: received 10; expected settings: { parsedBodyLimit } of variant A`,
      );
      expect(() => create({ strict: true })).not.toThrow();
      expect(() => create({ decoders: { gzip: gunzip } })).toThrow(
        `${option.replace('maxBytes', 'decoders')}: received an object; expected none: the variant parses bodies itself`,
      );
    },
  );

  it('variant: variantA, without the call, says variantA()', () => {
    expect(() => createAppOf({ factories, variant: variantA as never })).toThrow(
      /^invalid createApp\.variant: .*expected variantA\(\)$/,
    );
  });
});
