import type {
  HttpFactoriesInterface,
  RequestSource,
  StreamInterface,
  UriInterface,
} from '@mortise/http-message';
import { HandmadeOrigin } from './handmade-origin.js';
import { IncomingStream } from './incoming-stream.js';
import { MemoryStream } from './memory-stream.js';
import { invalid } from './message-error.js';
import type { Origin } from './origin.js';
import { RequestFacts } from './request-facts.js';
import { Request } from './request.js';
import { Response } from './response.js';
import { ServerRequest } from './server-request.js';
import { type MoveToFile, UploadedFile } from './uploaded-file.js';
import { Uri } from './uri.js';
import { parseUri } from './uri-parts.js';
import { WireOrigin } from './wire-origin.js';
import { checkedSource } from './stream-rules.js';

const READING_MODE = /^r[bt]?e?$/;
const READING_ONLY =
  '"r", "rb" or "rt": a stream cannot write to a file, because write() is synchronous';

/** Operations that need a runtime with files. */
export interface FileAccess {
  openFile(filename: string, mode: string): StreamInterface;
  moveToFile: MoveToFile;
}

/** Creates the factories of this implementation with the given access to files. */
export function createFactories(files: FileAccess): HttpFactoriesInterface {
  const factories: HttpFactoriesInterface = {
    createUri: (uri = '') => new Uri(parseUri(uri)),
    createRequest: (method, uri) => new Request({ method, uri: uriOf(uri) }),
    createServerRequest: (method, uri, serverParams = {}) =>
      received(new HandmadeOrigin(method, uriOf(uri), serverParams, factories)),
    createServerRequestFromSource: (source: RequestSource) =>
      received(new WireOrigin(source, factories)),
    createResponse: (code = 200, reasonPhrase = '') =>
      code === 200 && reasonPhrase === ''
        ? new Response()
        : new Response().withStatus(code, reasonPhrase),
    createStream: (content = '') => new MemoryStream(content),
    createStreamFromFile: (filename, mode: string = 'r') => {
      if (READING_MODE.test(mode)) return files.openFile(filename, mode);
      throw invalid('STREAM_FILE_UNSUPPORTED', 'mode', READING_ONLY, mode);
    },
    createStreamFromResource: (resource) =>
      resource instanceof Uint8Array
        ? new MemoryStream(resource)
        : new IncomingStream(checkedSource(resource as AsyncIterable<Uint8Array>)),
    createUploadedFile: (
      stream,
      size = null,
      error = 0,
      clientFilename = null,
      clientMediaType = null,
    ) =>
      new UploadedFile({ stream, size, error, clientFilename, clientMediaType }, files.moveToFile),
  };
  return factories;
}

function received(origin: Origin): ServerRequest {
  return new ServerRequest(new RequestFacts(origin), null);
}

function uriOf(uri: UriInterface | string): UriInterface {
  return typeof uri === 'string' ? new Uri(parseUri(uri)) : uri;
}
