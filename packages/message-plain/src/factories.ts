import type { HttpFactoriesInterface, UriInterface } from '@mortise/http-message';
import { known } from './fact.js';
import { type Files, noFiles } from './files.js';
import { HeaderList } from './header-list.js';
import { MemoryStream } from './memory-stream.js';
import { MessageError, refusal } from './message-error.js';
import { nullPrototypeCopy } from './null-prototype-copy.js';
import { parseUri } from './parse-uri.js';
import { queryParams } from './query-params.js';
import { assertMethod, hostOf, originForm, Request, type RequestState } from './request.js';
import { RequestLifetime } from './request-lifetime.js';
import { assertStatus, Response } from './response.js';
import { ServerRequest } from './server-request.js';
import { serverRequestFromSource } from './server-request-from-source.js';
import { SourceStream } from './source-stream.js';
import { UploadedFile } from './uploaded-file.js';
import { assertSource } from './stream-checks.js';

const READING_MODES = ['r', 'rb', 'rt', 're', 'rbe', 'rte'];
const READING_ONLY =
  'a stream cannot write to a file, because write() is synchronous; expected "r", "rb" or "rt"';

/** All factories of this implementation, for any runtime; those for files fail with `STREAM_FILE_UNSUPPORTED`. */
export const factories: HttpFactoriesInterface = createFactories(noFiles);

/** Creates all factories with the file operations of one runtime. */
export function createFactories(files: Files): HttpFactoriesInterface {
  const all: HttpFactoriesInterface = {
    createUri: (uri = '') => parseUri(uri),
    createRequest: (method, uri) => new Request(requestState(method, uri)),
    createServerRequest: (method, uri, serverParams = {}) => {
      const state = requestState(method, uri);
      return new ServerRequest({
        ...state,
        serverParams: known(nullPrototypeCopy(serverParams)),
        cookies: known(nullPrototypeCopy({})),
        query: queryParams(() => state.uri().getQuery()),
        queryFollowsUri: true,
        uploadedFiles: nullPrototypeCopy({}),
        parsedBody: null,
        attributes: null,
        lifetime: new RequestLifetime(all),
      });
    },
    createServerRequestFromSource: (source) => serverRequestFromSource(source, all),
    createResponse: (code = 200, reasonPhrase = '') =>
      new Response({ ...emptyMessage(), status: assertStatus(code, reasonPhrase) }),
    createStream: (content = '') => new MemoryStream(content),
    createStreamFromFile: (filename, mode = 'r') => openFile(files, filename, mode),
    createStreamFromResource: (resource) =>
      resource instanceof Uint8Array
        ? new MemoryStream(resource)
        : new SourceStream(assertSource(resource as AsyncIterable<Uint8Array>)),
    createUploadedFile: (
      stream,
      size = null,
      error = 0,
      clientFilename = null,
      clientMediaType = null,
    ) => {
      const known = { stream, size: size ?? stream.getSize(), error };
      return new UploadedFile({ ...known, clientFilename, clientMediaType }, files);
    },
  };
  return all;
}

function emptyMessage() {
  return {
    version: known('1.1'),
    headers: known(HeaderList.empty),
    body: known(new MemoryStream('')),
  };
}

function requestState(method: string, uri: UriInterface | string): RequestState {
  const address = typeof uri === 'object' ? uri : parseUri(uri);
  return {
    ...emptyMessage(),
    method: known(assertMethod(method)),
    uri: known(address),
    target: originForm(known(address)),
    targetFollowsUri: true,
    headers: known(hostOf(address, HeaderList.empty)),
  };
}

function openFile(files: Files, filename: string, mode: string) {
  if (!READING_MODES.includes(mode)) throw refusal('STREAM_FILE_UNSUPPORTED', READING_ONLY, mode);
  try {
    return files.open(filename, mode);
  } catch (cause) {
    if (cause instanceof MessageError) throw cause;
    throw refusal('STREAM_FILE_FAILED', 'the file could not be opened', filename, { cause });
  }
}
