import { FACTORIES } from '@mortise/base/keys';
import type {
  HttpFactoriesInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { factories as plain } from '@mortise/message-plain/node';
import { broken, type Mutant } from './broken.js';

const oneBody = plain.createStream();

/** Faults of factories. */
export const factoryMutants: readonly Mutant[] = [
  {
    fault: 'all responses share one body',
    caughtBy: 'each message has its own body',
    factories: {
      ...plain,
      createResponse: (...args) => plain.createResponse(...args).withBody(oneBody),
    },
  },
  {
    fault: 'a request made by hand carries no factories',
    caughtBy: 'a server request carries all factories of its implementation',
    factories: {
      ...plain,
      createServerRequest: (...args) => withFactories(plain.createServerRequest(...args)),
    },
  },
  {
    fault: 'a request from a source carries the factories of another implementation',
    caughtBy: 'a server request carries all factories of its implementation',
    factories: {
      ...plain,
      createServerRequestFromSource: (source) =>
        withFactories(plain.createServerRequestFromSource(source), {
          ...plain,
          createResponse: () => Object.create(plain.createResponse()) as ResponseInterface,
        }),
    },
  },
  {
    fault: 'a request carries only some factories',
    caughtBy: 'a server request carries all factories of its implementation',
    factories: {
      ...plain,
      createServerRequest: (...args) =>
        withFactories(plain.createServerRequest(...args), {
          ...plain,
          createStreamFromFile: undefined as never,
        }),
    },
  },
  {
    fault: 'a factory needs this',
    caughtBy: 'each factory can be called without its object',
    factories: {
      ...plain,
      createResponse(this: HttpFactoriesInterface, ...args) {
        return plain.createResponse(...args).withBody(this.createStream());
      },
    },
  },
  {
    fault: 'createStream accepts numbers',
    caughtBy: 'createStream refuses content that is neither text nor bytes',
    factories: {
      ...plain,
      createStream: (content) => plain.createStream(Number.isInteger(content) ? '' : content),
    },
  },
  {
    fault: 'createStreamFromResource accepts lists',
    caughtBy: 'createStreamFromResource refuses a value that is not a resource',
    factories: {
      ...plain,
      createStreamFromResource: (resource) =>
        plain.createStreamFromResource(Array.isArray(resource) ? new Uint8Array() : resource),
    },
  },
  {
    fault: 'createServerRequest takes the method from the server parameters',
    caughtBy: 'createServerRequest copies the server parameters and derives nothing from them',
    factories: {
      ...plain,
      createServerRequest: (method, uri, params = {}) =>
        plain.createServerRequest(params['REQUEST_METHOD'] ?? method, uri, params),
    },
  },
  {
    fault: 'createServerRequest shares the server parameters',
    caughtBy: 'createServerRequest copies the server parameters and derives nothing from them',
    factories: {
      ...plain,
      createServerRequest: (method, uri, params = {}) =>
        broken(plain.createServerRequest(method, uri), { getServerParams: () => params }),
    },
  },
  {
    fault: 'createRequest sets no Host',
    caughtBy: 'createRequest creates an empty request from method and address',
    factories: {
      ...plain,
      createRequest: (...args) => plain.createRequest(...args).withoutHeader('Host'),
    },
  },
  {
    fault: 'createRequest parses a URI again',
    caughtBy: 'createRequest accepts a URI unchanged',
    factories: {
      ...plain,
      createRequest: (method, uri) => plain.createRequest(method, String(uri)),
    },
  },
  {
    fault: 'createRequest trims the method',
    caughtBy: 'createRequest refuses a method that is not a token and a text that is not a URI',
    factories: {
      ...plain,
      createRequest: (method, uri) => plain.createRequest(method.trim(), uri),
    },
  },
  {
    fault: 'createResponse rounds the status',
    caughtBy: 'createResponse refuses the same values as withStatus',
    factories: {
      ...plain,
      createResponse: (code = 200, phrase = '') => plain.createResponse(Math.round(code), phrase),
    },
  },
  {
    fault: 'createStream starts at the end',
    caughtBy: 'createStream creates a stream from text or bytes, at its start',
    factories: {
      ...plain,
      createStream: (content) => {
        const stream = plain.createStream(content);
        stream.seek(0, 2);
        return stream;
      },
    },
  },
];

function withFactories(
  request: ServerRequestInterface,
  factories?: HttpFactoriesInterface,
): ServerRequestInterface {
  // The type forbids what a broken implementation does.
  request.getLifetime().setValue(FACTORIES, factories as HttpFactoriesInterface);
  return request;
}
