/* eslint-disable @typescript-eslint/unbound-method -- a rule says that a factory needs no `this` */
import { FACTORIES } from '@mortise/base/keys';
import type {
  HttpFactoriesInterface,
  MessageInterface,
  ServerRequestInterface,
  StreamInterface,
} from '@mortise/http-message';
import { bytes } from '../bytes.js';
import type { Rules } from '../conformance-case.js';
import {
  expectEachRefused,
  expectEqual,
  expectNullPrototype,
  expectSame,
  expectThat,
  expectThrow,
} from '../expect.js';
import { SampleResource } from '../sample-resource.js';
import { sampleSource } from '../sample-source.js';

const NAMES: readonly (keyof HttpFactoriesInterface)[] = [
  ...(['createRequest', 'createResponse', 'createServerRequest', 'createUri'] as const),
  ...(['createServerRequestFromSource', 'createUploadedFile', 'createStream'] as const),
  ...(['createStreamFromFile', 'createStreamFromResource'] as const),
];

/** Rules for the factories. Other files contain the rules for the objects that they return. */
export const factoryRules: Rules<HttpFactoriesInterface> = {
  'createRequest creates an empty request from method and address'(factories) {
    for (const create of [factories.createRequest, factories.createServerRequest]) {
      const request = create('pAtch', 'http://h.test:81/a?b');
      expectEqual(request.getMethod(), 'pAtch', 'the method');
      expectEqual(String(request.getUri()), 'http://h.test:81/a?b', 'the URI');
      expectEqual(request.getRawHeaders(), ['Host', 'h.test:81'], 'the headers');
      expectEmpty(request);
    }
  },

  'createRequest accepts a URI unchanged'(factories) {
    for (const create of [factories.createRequest, factories.createServerRequest]) {
      const uri = factories.createUri('http://h.test/a').withBasePath('/app');
      expectSame(create('GET', uri).getUri(), uri, 'the URI');
      expectEqual(create('GET', '/a').getRawHeaders(), [], 'the headers without a host');
    }
  },

  'createRequest refuses a method that is not a token and a text that is not a URI'(factories) {
    for (const create of [factories.createRequest, factories.createServerRequest]) {
      expectEachRefused('METHOD_INVALID', ['', 'G T', 'GET\n'], (method) => create(method, '/'));
      expectThrow('URI_HOST_INVALID', () => create('GET', 'http://a b/'), undefined, 'http://a b/');
      expectThrow(
        'URI_PORT_INVALID',
        () => create('GET', 'http://h.test:99999/'),
        undefined,
        'http://h.test:99999/',
      );
    }
  },

  'createServerRequest copies the server parameters and derives nothing from them'(factories) {
    const params = {
      REQUEST_METHOD: 'POST',
      QUERY_STRING: 'a=1',
      HTTP_HOST: 'x.test',
      HTTP_COOKIE: 'a=1',
      REQUEST_URI: '/x',
      constructor: 'c',
    };
    const given: Record<string, string> = { ...params };
    const request = factories.createServerRequest('GET', '/', given);
    given['REQUEST_METHOD'] = 'changed';
    expectEqual(request.getServerParams(), params, 'the server parameters');
    expectNullPrototype(request.getServerParams(), 'getServerParams()');
    expectEqual(request.getMethod(), 'GET', 'the method');
    expectEqual(request.getQueryParams(), {}, 'the query parameters');
    expectEqual(request.getRawHeaders(), [], 'the headers');
    expectEqual(request.getCookieParams(), {}, 'the cookies');
    expectEqual(request.getRequestTarget(), '/', 'the target');
  },

  'createServerRequest without server parameters has none'(factories) {
    const params = factories.createServerRequest('GET', '/').getServerParams();
    expectEqual(params, {}, 'the server parameters');
    expectNullPrototype(params, 'getServerParams()');
  },

  'a server request carries all factories of its implementation'(factories) {
    const requests: readonly ServerRequestInterface[] = [
      factories.createServerRequest('GET', '/'),
      factories.createServerRequestFromSource(sampleSource()),
    ];
    for (const request of requests) {
      const carried = request.getLifetime().getValue(FACTORIES);
      for (const name of NAMES) expectEqual(typeof carried?.[name], 'function', name);
      for (const name of ['createResponse', 'createStream', 'createUri'] as const) {
        const [own, made] = [factories[name](), carried?.[name]()];
        expectSame(Object.getPrototypeOf(made), Object.getPrototypeOf(own), `what ${name} creates`);
      }
    }
  },

  'createResponse creates an empty response, 200 by default'(factories) {
    const response = factories.createResponse();
    expectEqual(response.getStatusCode(), 200, 'the code');
    expectEqual(response.getReasonPhrase(), 'OK', 'the phrase');
    expectEqual(response.getRawHeaders(), [], 'the headers');
    expectEmpty(response);
    const other = factories.createResponse(404, 'Oh');
    expectEqual(other.getStatusCode(), 404, 'the code that was given');
    expectEqual(other.getReasonPhrase(), 'Oh', 'the phrase that was given');
    expectEqual(factories.createResponse(404, '').getReasonPhrase(), 'Not Found', 'the phrase');
  },

  'createResponse refuses the same values as withStatus'(factories) {
    expectEachRefused('STATUS_INVALID', [99, 600, 200.5], (code) => factories.createResponse(code));
    expectEachRefused('REASON_INVALID', ['a\nb', 'a\n', '\u20ac'], (phrase) =>
      factories.createResponse(200, phrase),
    );
  },

  async 'each message has its own body'(factories) {
    const makers: readonly (() => MessageInterface)[] = [
      () => factories.createResponse(),
      () => factories.createRequest('GET', '/'),
      () => factories.createServerRequest('GET', '/'),
      () => factories.createServerRequestFromSource(sampleSource()),
    ];
    for (const create of makers) {
      const body = create().getBody();
      if (body.isWritable()) body.write('x');
      expectEqual(await create().getBody().text(), '', 'the body of another message');
    }
  },

  async 'createStream creates a stream from text or bytes, at its start'(factories) {
    const contents = new Map<Uint8Array | string | undefined, string>([
      [undefined, ''],
      ['', ''],
      ['a\u00e9', 'a\u00e9'],
      [bytes('a\u00e9'), 'a\u00e9'],
    ]);
    for (const [content, text] of contents) {
      const stream = factories.createStream(content);
      expectInMemory(stream);
      expectEqual(stream.tell(), 0, 'tell()');
      expectEqual(await stream.text(), text, 'the content');
    }
  },

  'createStream refuses content that is neither text nor bytes'(factories) {
    expectThrow('STREAM_NOT_READABLE', () => factories.createStream(7 as never), 7);
  },

  'createStreamFromResource creates seekable streams from bytes and reads anything else once'(
    factories,
  ) {
    expectInMemory(factories.createStreamFromResource(bytes('abc')));
    const stream = factories.createStreamFromResource(new SampleResource([bytes('abc')]));
    expectEqual(stream.isSeekable(), false, 'isSeekable() over a source');
  },

  async 'createStreamFromResource reads strings as UTF-8, with surrogate pairs that are split'(
    factories,
  ) {
    const source = (async function* () {
      yield await Promise.resolve('\u00e9\ud83d');
      yield new Uint8Array(0);
      yield '\ude00';
      yield bytes('abc');
    })();
    const stream = factories.createStreamFromResource(source);
    expectEqual(await stream.text(), '\u00e9\u{1f600}abc', 'the text');
  },

  'createStreamFromResource refuses a value that is not a resource'(factories) {
    const lists = [[], [bytes('abc')]];
    expectEachRefused('STREAM_NOT_READABLE', [undefined, null, 'text', ...lists], (resource) =>
      factories.createStreamFromResource(resource),
    );
  },

  'each factory can be called without its object'(factories) {
    const { createRequest, createResponse, createServerRequest, createStream, createUri } =
      factories;
    const { createServerRequestFromSource, createStreamFromResource } = factories;
    const { createUploadedFile } = factories;
    createUri('/a');
    createRequest('GET', '/');
    createServerRequest('GET', '/');
    createServerRequestFromSource(sampleSource()).getUri();
    createResponse(404);
    createUploadedFile(createStream('abc'));
    createStreamFromResource(bytes('abc'));
  },
};

function expectEmpty(message: MessageInterface): void {
  expectEqual(message.getProtocolVersion(), '1.1', 'the version');
  expectEqual(message.getBody().getSize(), 0, 'the size of the body');
  expectInMemory(message.getBody());
}

function expectInMemory(stream: StreamInterface): void {
  expectThat(stream.isReadable(), 'the stream is not readable');
  expectThat(stream.isWritable(), 'the stream is not writable');
  expectThat(stream.isSeekable(), 'the stream is not seekable');
  expectThat(stream.inMemory() !== null, 'the stream is not in memory');
}
