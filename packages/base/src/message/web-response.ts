import type {
  ResponseFactoryInterface,
  ResponseInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { hopByHopFields } from '../connection-fields.js';
import { quote } from '../quote.js';

/** The members of a platform's `Response` that a conversion reads. */
export interface WebResponse {
  readonly status: number;
  /** Like the next member and `getSetCookie`, missing in some substitutes for `Response`. */
  readonly statusText?: string;
  readonly url?: string;
  readonly bodyUsed: boolean;
  readonly headers: {
    forEach(each: (value: string, name: string) => void): void;
    getSetCookie?(): string[];
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

/** Options of {@link fromWebResponse}. */
export interface WebResponseOptions {
  /**
   * Whether the body is already decoded although `Content-Encoding` names a coding. Default: whether this runtime's
   * `fetch` has decoded it.
   */
  readonly decoded?: boolean | undefined;
}

type Field = readonly [name: string, value: string];

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
 * Converts a platform's `Response` to a message. Its body can be read once, in order; closing it cancels the platform's
 * body.
 *
 * Headers for one connection ({@link isHopByHop}, and those that `Connection` lists) are omitted. So are those that
 * describe the coded bytes if `fetch` has decoded the body, even in a response to HEAD: by default, if the response has a
 * `url`, and this runtime decodes all of its codings. Its `ETag` then becomes weak, as the bytes are others.
 *
 * @param refused creates the error for a response that cannot be sent, from the reason
 * @throws {unknown} the result of `refused`, for `Response.error()`, a status below 200, a body that was read or is
 *   being read, a decoded 206, which is a part of the coded bytes, and a substitute for `Response` without a `body`, or
 *   with cookies but without `getSetCookie`
 * @see RFC 9110 7.6.1, 8.8.1, 14.4, RFC 9530 2
 */
export function fromWebResponse(
  web: WebResponse,
  factories: ResponseFactoryInterface & StreamFactoryInterface,
  refused: (why: string) => Error,
  options: WebResponseOptions = {},
): ResponseInterface {
  const reason = reasonAgainst(web);
  if (reason !== null) throw refused(reason);
  const { status, statusText, url = '', body } = web;
  const fields = fieldsOf(web);
  const isOmitted = hopByHopFields(valueOf(fields, 'connection'));
  // Also for HEAD and 304, which have no body: the headers describe the body that a GET would get.
  const decoded = options.decoded ?? isDecoded(url, valueOf(fields, 'content-encoding'));
  if (decoded && status === 206) throw refused(DECODED_PART);
  let message = factories.createResponse(status, statusText);
  for (const [name, value] of decoded ? ofDecoded(fields) : fields) {
    if (isOmitted(name)) continue;
    message = message.withAddedHeader(name, value);
  }
  if (body === null) return message;
  return message.withBody(factories.createStreamFromResource(chunksOf(body)));
}

/** Headers that are wrong once the body has been decoded. */
const OF_CODED_BYTES =
  /^(?:accept-ranges|content-(?:digest|encoding|length|md5|range)|(?:repr-)?digest)$/;

const DECODED_PART =
  'status 206, but fetch has decoded the body, and Content-Range counts coded bytes: request it without Range, or with Accept-Encoding: identity';

function ofDecoded(fields: readonly Field[]): Field[] {
  return fields
    .filter(([name]) => !OF_CODED_BYTES.test(name))
    .map(([name, value]) => [name, name === 'etag' ? value.replace(/^"/, 'W/"') : value]);
}

/** Returns why a response cannot be sent; `null` if it can. */
function reasonAgainst({ status, bodyUsed, body, headers }: WebResponse): string | null {
  if (status === 0) return 'Response.error() is a network error without a status';
  if (status < 200) return `status ${status} is not final: expected 200 or above`;
  if (body !== null && typeof (body as Partial<WebBody> | undefined)?.getReader !== 'function') {
    return `its body is ${quote(body)}; expected a ReadableStream, or null`;
  }
  if (headers.getSetCookie === undefined && hasCookies(headers)) {
    return 'its headers have cookies, but no getSetCookie(), without which these are not separate';
  }
  if (!bodyUsed && body?.locked !== true) return null;
  return 'its body has already been read; create a new Response for each request';
}

function hasCookies(headers: WebResponse['headers']): boolean {
  let has = false;
  headers.forEach((_value, name) => {
    if (name.toLowerCase() === 'set-cookie') has = true;
  });
  return has;
}

/** Returns headers with lower-case names; each `Set-Cookie` is a separate one. */
function fieldsOf({ headers }: WebResponse): Field[] {
  const fields: Field[] = [];
  headers.forEach((value, given) => {
    const name = given.toLowerCase();
    if (name !== 'set-cookie') fields.push([name, value]);
  });
  for (const cookie of headers.getSetCookie?.() ?? []) fields.push(['set-cookie', cookie]);
  return fields;
}

function valueOf(fields: readonly Field[], name: string): string {
  return fields.find(([field]) => field === name)?.[1] ?? '';
}

/**
 * Matches the codings that this runtime's `fetch` decodes: in Node a list, including zstd since undici 7.11; elsewhere
 * a single one. Checked by `tooling/runtimes`.
 */
const DECODED = decodedCodings();

function decodedCodings(): RegExp {
  if ('Bun' in globalThis) return /^(?:(?:x-)?gzip|deflate|br|zstd)$/i;
  if ('Deno' in globalThis) return /^(?:gzip|br)$/i;
  const { process } = globalThis as { process?: { versions?: { undici?: string } } };
  const undici = process?.versions?.undici;
  // Workers compare codings case-sensitively.
  if (!undici) return /^(?:gzip|br)$/;
  const [major = 0, minor = 0] = undici.split('.').map(Number);
  const coding = `(?:(?:x-)?gzip|deflate|br${major > 7 || (major === 7 && minor >= 11) ? '|zstd' : ''})`;
  return new RegExp(`^${coding}(?:\\s*,\\s*${coding})*$`, 'i');
}

/**
 * Whether `fetch` has decoded the body: only its responses have a URL, and it leaves bodies with an unknown coding
 * unchanged.
 */
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
          // The stream's reader rejects chunks that are not bytes, including `undefined`.
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
