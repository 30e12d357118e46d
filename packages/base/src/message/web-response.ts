import type {
  ResponseFactoryInterface,
  ResponseInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { connectionFields, headerVariable, isHopByHop } from '../connection-fields.js';

/** The members of a platform's `Response` that a conversion reads. */
export interface WebResponse {
  readonly status: number;
  readonly statusText: string;
  readonly url: string;
  readonly bodyUsed: boolean;
  readonly headers: {
    forEach(each: (value: string, name: string) => void): void;
    getSetCookie(): string[];
  };
  readonly body: WebBody | null;
}

/** The stream of a {@link WebResponse}. */
export interface WebBody {
  readonly locked: boolean;
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
    cancel(reason?: unknown): Promise<unknown>;
  };
}

/** How a response is converted. */
export interface WebResponseOptions {
  /** Whether the body is decoded already, although `Content-Encoding` names a coding. Default: as for a response of `fetch`. */
  readonly decoded?: boolean | undefined;
}

/** Whether a value has the structure of a platform's `Response`, of any realm. */
export function isWebResponse(value: unknown): value is WebResponse {
  if (typeof value !== 'object' || value === null) return false;
  const { status, bodyUsed, headers } = value as Partial<WebResponse>;
  return (
    typeof status === 'number' &&
    typeof bodyUsed === 'boolean' &&
    typeof (headers as Partial<WebResponse['headers']> | undefined)?.forEach === 'function'
  );
}

/**
 * Converts a platform's `Response` to a message. Its body can be read once, in order; closing it cancels the platform's.
 *
 * Headers for one connection ({@link isHopByHop}, and those that `Connection` names) are omitted, and so are
 * `Content-Encoding` and `Content-Length` of a body that `fetch` decodes, even in a response to HEAD: the response has a
 * `url` then, and all its codings are those that this runtime decodes.
 *
 * @param refused creates the error for a response that cannot be sent, from the reason
 * @throws {unknown} what `refused` returns, for `Response.error()`, a 101, and a body that was read or is being read
 * @see RFC 9110 7.6.1
 */
export function fromWebResponse(
  web: WebResponse,
  factories: ResponseFactoryInterface & StreamFactoryInterface,
  refused: (why: string) => Error,
  { decoded }: WebResponseOptions = {},
): ResponseInterface {
  const reason = reasonAgainst(web);
  if (reason !== null) throw refused(reason);
  const { status, statusText, body } = web;
  const fields = fieldsOf(web);
  const omitted = connectionFields(valueOf(fields, 'connection'));
  // Of HEAD and 304, which have no body, too: they describe the one that a GET would get.
  if (decoded ?? isDecoded(web.url, valueOf(fields, 'content-encoding'))) {
    omitted.add('content-encoding').add('content-length');
  }
  let message = factories.createResponse(status, statusText);
  for (const [name, value] of fields) {
    if (isHopByHop(name) || omitted.has(headerVariable(name))) continue;
    message = message.withAddedHeader(name, value);
  }
  if (body === null) return message;
  return message.withBody(factories.createStreamFromResource(chunksOf(body)));
}

/** @returns `null` if the response can be sent */
function reasonAgainst({ status, bodyUsed, body }: WebResponse): string | null {
  if (status === 0) return 'Response.error() is a network error without a status';
  if (status < 200) return `status ${status} is not final: expected 200 or above`;
  if (!bodyUsed && body?.locked !== true) return null;
  return 'its body has already been read; create a new Response for each request';
}

/** Headers with lower-cased names; each `Set-Cookie` is one of its own. */
function fieldsOf({ headers }: WebResponse): [name: string, value: string][] {
  const fields: [string, string][] = [];
  headers.forEach((value, name) => {
    if (name !== 'set-cookie') fields.push([name, value]);
  });
  for (const cookie of headers.getSetCookie()) fields.push(['set-cookie', cookie]);
  return fields;
}

function valueOf(
  fields: readonly (readonly [name: string, value: string])[],
  name: string,
): string {
  return fields.find(([field]) => field === name)?.[1] ?? '';
}

/**
 * What `fetch` of this runtime decodes: in Node a list of codings, with zstd since undici 7.11; elsewhere a single one.
 * Checked by `tooling/runtimes`.
 */
const DECODED = decodedCodings();

function decodedCodings(): RegExp {
  if ('Bun' in globalThis) return /^(?:(?:x-)?gzip|deflate|br|zstd)$/i;
  if ('Deno' in globalThis) return /^(?:gzip|br)$/i;
  const { process } = globalThis as { process?: { versions?: { undici?: string } } };
  const undici = process?.versions?.undici;
  // Workers compare the case, too.
  if (!undici) return /^(?:gzip|br)$/;
  const [major = 0, minor = 0] = undici.split('.').map(Number);
  const coding = `(?:(?:x-)?gzip|deflate|br${major > 7 || (major === 7 && minor >= 11) ? '|zstd' : ''})`;
  return new RegExp(`^${coding}(?:\\s*,\\s*${coding})*$`, 'i');
}

/** Only a response of `fetch` has a URL. A body with a coding that the platform does not decode stays as it was sent. */
function isDecoded(url: string, codings: string): boolean {
  return url !== '' && DECODED.test(codings);
}

function chunksOf(body: WebBody): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const reader = body.getReader();
      return {
        async next() {
          const { done, value } = await reader.read();
          // A chunk that is not bytes, `undefined` too, is refused by the reader of the stream.
          return done ? { done, value: undefined } : { done, value: value as Uint8Array };
        },
        async return() {
          await reader.cancel();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
