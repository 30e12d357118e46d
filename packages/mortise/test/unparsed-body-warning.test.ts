import { beforeEach, describe, expect, it } from '@jest/globals';
import { noteBodyParser } from '@mortise/body-parsers';
import { factories as plainFactories } from '@mortise/message-plain/node';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import {
  type AppInterface,
  bodyParsing,
  createApp,
  factories,
  json,
  methodOverride,
  parseBody,
  type ServerRequestInterface,
  uploadedFile,
} from '../src/index.js';
import { overSocket, type TestRequest } from '../src/testing/index.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const JSON_BODY: TestRequest = { json: [1] };
const FORM_BODY: TestRequest = { form: { a: '1' } };

const warnings = notedWarnings();
beforeEach(() => {
  process.env['NODE_ENV'] = 'development';
});

describe('a parsed body that is requested without body parsing, over a socket', () => {
  it.each([
    ['message', factories],
    ['message-plain', plainFactories],
  ])('warns once, with the line to add: %s', async (_, implementation) => {
    const app = createApp({ factories: implementation });
    app.post('/books', (request, response) => json(response, request.getParsedBody()));
    expect(await answers(app, [JSON_BODY, FORM_BODY], '/books?token=1')).toEqual(['null', 'null']);
    expect(warnings.map(({ type, code }) => [type, code])).toEqual([
      ['MortiseWarning', 'BODY_NOT_PARSED'],
    ]);
    expect(warnings[0]?.message).toBe(
      'the body of a request (POST /books, application/json) was not parsed when its fields or files were read',
    );
    expect(warnings[0]?.detail).toContain('request = await parseBody(request);');
    expect(warnings[0]?.detail).toContain('createApp({ body: {} })');
  });

  it('warns of uploaded files, too', async () => {
    const app = createApp();
    app.post('/', (request, response) => json(response, uploadedFile(request, 'cover')));
    const form = new FormData();
    form.set('cover', new Blob(['x']), 'cover.png');
    expect(await answers(app, [{ form }])).toEqual(['null']);
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^the body of a request \(POST \/, multipart\/form-data; /),
    ]);
  });

  it.each([
    ['production', true, 1],
    ['development', false, 0],
  ])(
    'under NODE_ENV %s is reported with development: %j',
    async (environment, development, count) => {
      process.env['NODE_ENV'] = environment;
      await answers(asking(createApp({ development })), [FORM_BODY]);
      expect(warnings).toHaveLength(count);
    },
  );

  it.each([
    ['body parsing', () => parsing(createApp())],
    ['a route', () => asking(createApp({ body: {} }))],
  ])('warns of a layer outside %s that reads it', async (_, createAppOf) => {
    const app = createAppOf().add((request, handler) => {
      request.getParsedBody();
      return handler.handle(request);
    });
    expect(await answers(app, [FORM_BODY])).toEqual(['{"a":"1"}']);
    expect(warnings).toHaveLength(1);
  });

  it('warns of one route of two where only the other has body parsing', async () => {
    const app = createApp();
    app
      .post('/parsed', (request, response) => json(response, request.getParsedBody()))
      .add(bodyParsing());
    app.post('/', (request, response) => json(response, request.getParsedBody()));
    expect(await answers(app, [JSON_BODY], '/parsed')).toEqual(['[1]']);
    expect(warnings).toEqual([]);
    expect(await answers(app, [JSON_BODY], '/')).toEqual(['null']);
    expect(warnings).toHaveLength(1);
  });

  it('warns under details of errors in production', async () => {
    process.env['NODE_ENV'] = 'production';
    await answers(asking(createApp({ errors: { details: true } })), [JSON_BODY]);
    expect(warnings).toHaveLength(1);
  });
});

describe('the advice about a body that is not parsed, over a socket,', () => {
  const reads = (request: ServerRequestInterface) => void request.getParsedBody();
  const early = (app: AppInterface) =>
    app.add((request, handler) => {
      reads(request);
      return handler.handle(request);
    });
  const PARSE = 'request = await parseBody(request);';
  const CREATE = 'createApp({ body: {} })';

  it.each<[string, () => AppInterface, readonly string[], readonly string[]]>([
    [
      'of an application without parser',
      () => early(asking(createApp())),
      [PARSE, CREATE],
      ['false'],
    ],
    [
      'of one with the option body',
      () => early(asking(createApp({ body: {} }))),
      [PARSE],
      [CREATE],
    ],
    ['of one with body parsing as a layer', () => early(parsing(createApp())), [PARSE], [CREATE]],
    [
      'of a handler of a route with body: false',
      () => refusing(createApp({ body: {} })),
      ['body: false'],
      [PARSE, CREATE],
    ],
    ['of one without parser', () => refusing(createApp()), ['body: false'], [PARSE, CREATE]],
    [
      'of a layer of such a route',
      () => early(refusing(createApp({ body: {} }))),
      ['body: false'],
      [PARSE, CREATE],
    ],
    ['of a handler that is mounted', mounting, ['body: false'], [PARSE, CREATE]],
    ['of a route with its own parser', () => early(owning()), [PARSE], [CREATE]],
    ['of an application inside a mount', () => mountingEarly(), [PARSE], ['body: false', CREATE]],
  ])('fits the place %s', async (_, createAppOf, said, unsaid) => {
    await answers(createAppOf(), [FORM_BODY], '/');
    const detail = warnings[0]?.detail ?? '';
    expect(said.filter((text) => !detail.includes(text))).toEqual([]);
    expect(unsaid.filter((text) => detail.includes(text))).toEqual([]);
    expect(warnings).toHaveLength(1);
  });

  function refusing(app: AppInterface): AppInterface {
    app.post('/', (request, response) => json(response, request.getParsedBody()), { body: false });
    return app;
  }

  function owning(): AppInterface {
    const app = createApp();
    app.post('/', (_request, response) => json(response, 1), { body: {} });
    return app;
  }

  function mounting(): AppInterface {
    const app = createApp({ body: {} });
    app.mount('/in', {
      handle(request) {
        reads(request);
        return factories.createResponse();
      },
    });
    return redirecting(app);
  }

  function mountingEarly(): AppInterface {
    const app = createApp();
    app.mount('/in', early(asking(createApp({ body: {} }))));
    return redirecting(app);
  }

  /** Requests of `/` are those of `/in/`. */
  function redirecting(app: AppInterface): AppInterface {
    return app.add((request, handler) =>
      handler.handle(request.withUri(request.getUri().withPath('/in/'))),
    );
  }
});

describe('no warning is logged, over a socket,', () => {
  it.each<[string, () => AppInterface, TestRequest]>([
    ['in production', inProduction, JSON_BODY],
    ['when nothing requests the parsed body', () => createApp(), JSON_BODY],
    ['for a request without a body', () => asking(createApp()), { headers: JSON_TYPE }],
    ['for an empty body without a Content-Type', () => asking(createApp()), {}],
    [
      'after body parsing that found broken JSON',
      () => parsing(createApp()),
      { headers: JSON_TYPE, body: '{' },
    ],
    [
      'after body parsing without a parser for the type',
      () => parsing(createApp()),
      { headers: { 'Content-Type': 'a/b' }, body: 'x' },
    ],
    ['after custom body parsing that is marked as such', custom, JSON_BODY],
    ['in an application with the option body', () => asking(createApp({ body: {} })), JSON_BODY],
    [
      'after broken JSON in an application with the option body',
      () => asking(createApp({ body: {} })),
      { headers: JSON_TYPE, body: '{' },
    ],
    [
      'for a layer that calls parseBody',
      () => requesting(asking(createApp({ body: {} }))),
      JSON_BODY,
    ],
    [
      'for a layer outside body parsing that calls parseBody',
      () => requesting(parsing(createApp())),
      JSON_BODY,
    ],
    ['for methodOverride outside body parsing', overriding, FORM_BODY],
    ['for an application inside one with body parsing', nested, { headers: JSON_TYPE, body: '{' }],
  ])('%s', async (_, createAppOf, request) => {
    await answers(createAppOf(), [request]);
    expect(warnings).toEqual([]);
  });
});

function inProduction(): AppInterface {
  process.env['NODE_ENV'] = 'production';
  return asking(createApp());
}

function asking(app: AppInterface): AppInterface {
  app.any('/', (request, response) => json(response, request.getParsedBody()));
  return app;
}

function parsing(app: AppInterface): AppInterface {
  app.addBodyParsingMiddleware();
  return asking(app);
}

function requesting(app: AppInterface): AppInterface {
  return app.add(async (request, handler) => {
    const parsed = await parseBody(request);
    parsed.getParsedBody();
    return handler.handle(parsed);
  });
}

function overriding(): AppInterface {
  return parsing(createApp()).add(methodOverride());
}

function custom(): AppInterface {
  const app = asking(createApp());
  return app.add((request, handler) => {
    noteBodyParser(request);
    return handler.handle(request.withParsedBody(request.getParsedBody()));
  });
}

function nested(): AppInterface {
  const outer = createApp();
  outer.addBodyParsingMiddleware();
  outer.any('/', asking(createApp()));
  return outer;
}

async function answers(
  app: AppInterface,
  requests: readonly TestRequest[],
  target = '/',
): Promise<string[]> {
  const client = overSocket(app);
  const all: string[] = [];
  for (const request of requests) {
    all.push(await (await client.post(target, request)).getBody().text());
  }
  await client.close();
  return all;
}
