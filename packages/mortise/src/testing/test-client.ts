import { optional, options as declare, rule } from '@mortise/base/options';
import type { ResponseInterface } from '@mortise/http-message';

/** The parts of a test request besides method and target. `json` is sent rather than `form`, `form` rather than `body`. */
export interface TestRequest {
  /** `Host` is `localhost`, unless it is set here. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;

  /** Sent unchanged. */
  readonly body?: string | Uint8Array;

  /** Sent as `application/json`, unless `headers` sets another type. */
  readonly json?: unknown;

  /** Sent as `application/x-www-form-urlencoded`, a `FormData` as `multipart/form-data`, unless `headers` sets another type. */
  readonly form?: Readonly<Record<string, string>> | FormData;
}

const anObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const declared = declare<TestRequest>()('request', {
  headers: optional(rule(anObject, 'an object: { Accept: "text/html" }')),
  body: optional(
    rule(
      (value) => typeof value === 'string' || value instanceof Uint8Array,
      'a string or a Uint8Array; write json for a value, form for fields',
    ),
  ),
  json: optional(rule(() => true, 'a value')),
  form: optional(rule(anObject, 'an object, { name: "Emma" }, or a FormData for files')),
});

/** Sends test requests to an application: in the process, or over a real socket. */
export interface TestClient {
  /**
   * @param target path and query: `'/books?q=candide'`
   * @throws {OptionError} as a rejection, for an unknown or wrong part of the request
   */
  request(method: string, target: string, request?: TestRequest): Promise<ResponseInterface>;
  get(target: string, request?: TestRequest): Promise<ResponseInterface>;
  post(target: string, request?: TestRequest): Promise<ResponseInterface>;
  put(target: string, request?: TestRequest): Promise<ResponseInterface>;
  patch(target: string, request?: TestRequest): Promise<ResponseInterface>;
  delete(target: string, request?: TestRequest): Promise<ResponseInterface>;

  /** Releases the resources of the client; does nothing for a client in the process. */
  close(): Promise<void>;
}

/** Headers and bytes of a request as sent. */
export interface TestMessage {
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | string;
}

/** Sends one message and returns the response with its body in memory. */
export type Send = (
  method: string,
  target: string,
  message: TestMessage,
) => Promise<ResponseInterface>;

/** Creates a client for one way of sending. */
export function testClient(send: Send, close: () => Promise<void>): TestClient {
  const request: TestClient['request'] = async (method, target, content) =>
    send(method, target, await messageOf(content));
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
    close,
  };
}

async function messageOf(given: TestRequest | undefined): Promise<TestMessage> {
  const { headers = {}, body = '', json, form } = declared(given);
  const fields = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value] as const),
  );
  const otherwise = (name: string, value: string): void => {
    const given = fields.some(([known]) => known.toLowerCase() === name.toLowerCase());
    if (!given) fields.push([name, value]);
  };
  otherwise('Host', 'localhost');
  if (json !== undefined) {
    otherwise('Content-Type', 'application/json');
    return { headers: fields, body: JSON.stringify(json) };
  }
  if (form instanceof FormData) {
    const encoded = new Response(form);
    otherwise('Content-Type', encoded.headers.get('Content-Type') ?? '');
    return { headers: fields, body: new Uint8Array(await encoded.arrayBuffer()) };
  }
  if (form !== undefined) {
    otherwise('Content-Type', 'application/x-www-form-urlencoded');
    return { headers: fields, body: new URLSearchParams(form).toString() };
  }
  return { headers: fields, body };
}
