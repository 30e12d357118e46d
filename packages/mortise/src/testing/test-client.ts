import { Buffer } from 'node:buffer';
import { explainMethods } from './foreign-members.js';
import { ensure, object, optional, options as declare, rule } from '@mortise/base/options';
import type {
  HttpFactoriesInterface,
  RequestHandlerInterface,
  ResponseInterface,
} from '@mortise/http-message';

/** What a client tests: an application, or any object with `handle`. */
export interface Testable extends RequestHandlerInterface {
  /** The factories of its messages. Default: those from `@mortise/message`. */
  readonly factories?: HttpFactoriesInterface;
}

/** Headers and body of a test request. It has one of `json`, `form` and `body`, or none, for an empty body. */
export interface TestRequest {
  /** By name; each value of a list is sent as a separate header. `Host` defaults to `localhost`. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;

  /** A body that is sent unchanged. Default: empty. */
  readonly body?: string | Uint8Array;

  /** A value that is sent as `application/json`, unless `headers` sets another type. */
  readonly json?: unknown;

  /**
   * Fields that are sent as `application/x-www-form-urlencoded`, or a `FormData` that is sent as `multipart/form-data`,
   * unless `headers` sets another type.
   */
  readonly form?: Readonly<Record<string, string>> | FormData;
}

const declared = declare<TestRequest>()(
  'request',
  {
    headers: optional(rule(object.accepts, 'an object such as { Accept: "text/html" }')),
    body: optional(
      rule(
        (value) => typeof value === 'string' || value instanceof Uint8Array,
        'a string or a Uint8Array; use json for a value, form for fields',
      ),
    ),
    json: optional(rule(() => true, 'a value')),
    form: optional(
      rule(
        (form) => form instanceof FormData || object.accepts(form),
        'an object such as { name: "Emma" }, or a FormData for files',
      ),
    ),
  },
  {
    payload: 'json, form or body',
    data: 'json, form or body',
    query: 'the query in the target: get("/books?page=2")',
    cookies: 'headers: { Cookie: "name=value" }',
  },
);

/** Sends test requests to an application, in-process or over a real socket. */
export interface TestClient {
  /**
   * Sends a request. The other methods do the same with the HTTP method that they are named after.
   *
   * @param target path and query, encoded: `'/books?q=candide'`
   * @returns the response, with its body in memory
   * @throws {OptionError} as a rejection, for an unknown or invalid part of the request, or a target that is not ASCII
   */
  request(method: string, target: string, request?: TestRequest): Promise<ResponseInterface>;
  get(target: string, request?: TestRequest): Promise<ResponseInterface>;
  post(target: string, request?: TestRequest): Promise<ResponseInterface>;
  put(target: string, request?: TestRequest): Promise<ResponseInterface>;
  patch(target: string, request?: TestRequest): Promise<ResponseInterface>;
  delete(target: string, request?: TestRequest): Promise<ResponseInterface>;
  head(target: string, request?: TestRequest): Promise<ResponseInterface>;
  options(target: string, request?: TestRequest): Promise<ResponseInterface>;

  /** Releases the client's resources; does nothing for an in-process client. */
  close(): Promise<void>;
}

/** The headers and the bytes of a request, as sent. */
export interface TestMessage {
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
}

/** Sends one message and returns the response with its body in memory. */
export type Send = (
  method: string,
  target: string,
  message: TestMessage,
) => Promise<ResponseInterface>;

/** Creates a client that sends its requests with `send`. */
export function testClient(send: Send, close: () => Promise<void>): TestClient {
  return clientOf(async (method, target, content) => {
    ensure(isTarget(target), 'request.target', target, 'an encoded path: encodeURI("/café")');
    return explainMethods(await send(method, target, await messageOf(content)));
  }, close);
}

/** Creates a client from the method that sends a request with any method. */
export function clientOf(request: TestClient['request'], close: TestClient['close']): TestClient {
  const by =
    (method: string): TestClient['get'] =>
    (target, content) =>
      request(method, target, content);
  return {
    request,
    get: by('GET'),
    post: by('POST'),
    put: by('PUT'),
    patch: by('PATCH'),
    delete: by('DELETE'),
    head: by('HEAD'),
    options: by('OPTIONS'),
    close,
  };
}

/** Whether a client can send it: over a socket, a space would end it, and other characters have no encoding. */
function isTarget(target: unknown): boolean {
  return typeof target === 'string' && /^[!-~]+$/.test(target);
}

type Content = Omit<ReturnType<typeof declared>, 'headers'>;

/** Refuses what would not be sent: a second body, and fields that are not text. */
function ensureSent({ json, form, body }: Content): void {
  let first = '';
  for (const [name, value] of Object.entries({ json, form, body })) {
    if (value === undefined) continue;
    ensure(first === '', `request.${name}`, value, `no ${name} beside ${first}`);
    first = name;
  }
  if (form === undefined || form instanceof FormData) return;
  for (const [name, value] of Object.entries(form)) {
    const expected = `a string; write a list as "${name}[0]", "${name}[1]"`;
    ensure(typeof value === 'string', `request.form.${name}`, value, expected);
  }
}

async function messageOf(given: TestRequest | undefined): Promise<TestMessage> {
  const { headers = {}, ...content } = declared(given);
  ensureSent(content);
  const fields = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value] as const),
  );
  const has = (name: string): boolean =>
    fields.some(([known]) => known.toLowerCase() === name.toLowerCase());
  const otherwise = (name: string, value: string): void => {
    if (!has(name)) fields.push([name, value]);
  };
  otherwise('Host', 'localhost');
  const [type, body] = await encoded(content);
  if (type !== null) otherwise('Content-Type', type);
  const bytes = Buffer.from(body);
  // Node's client frames the body of a POST itself, but not that of a GET or DELETE.
  if (bytes.length > 0 && !has('Transfer-Encoding')) {
    otherwise('Content-Length', String(bytes.length));
  }
  return { headers: fields, body: bytes };
}

/** Returns the media type that a body implies, `null` for none, and the body. */
async function encoded({
  body = '',
  json,
  form,
}: Content): Promise<[type: string | null, body: Uint8Array | string]> {
  if (json !== undefined) return ['application/json', JSON.stringify(json)];
  if (form instanceof FormData) {
    const response = new Response(form);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return [response.headers.get('Content-Type'), bytes];
  }
  if (form === undefined) return [null, body];
  return ['application/x-www-form-urlencoded', new URLSearchParams(form).toString()];
}
