import type { BodyWatcher } from '@mortise/base/adapter';
import { BODILESS, type MaybeBodiless } from '@mortise/base/message';
import {
  accepted,
  nested,
  object,
  optional,
  OptionError,
  options,
  rule,
  synchronous,
  type Omittable,
} from '@mortise/base/options';
import type { BodySource, RequestSource } from '@mortise/http-message';
import { isFieldValue, parseBasePath, parseContentLength, pathBelow } from '@mortise/http-syntax';
import { FetchBodySource } from './body-source.js';
import { FetchAdapterError } from '../fetch-adapter-error.js';
import { type FetchLimits, limitsWith } from '../limits.js';
import { rawHeadersOf } from '../headers.js';
import { parseRequestUrl, type RequestUrl } from './request-url.js';
import { exactTimeouts, type Timeouts } from '../timeouts.js';

/** Who sent a request, and how: information that a `Request` does not contain. */
export interface Client {
  /** The IP address. Default: unknown. */
  readonly address?: string | null;
  /** Default: unknown. */
  readonly port?: number | null;
  /** Default: that of the request's URL. */
  readonly scheme?: 'http' | 'https';
  /** `host[:port]` that the client addressed. Default: that of the request's URL. */
  readonly host?: string;
}

/** Options of {@link requestSourceOf}. */
export interface RequestSourceOptions {
  /** Limits for input from clients; omitted ones keep their defaults. Default: `defaultLimits`. */
  readonly limits?: Omittable<FetchLimits> | undefined;

  /**
   * Returns the client's address and port, and its scheme and host if they differ from those of the URL; called on
   * demand. Read a header only if the platform, or a proxy in front of every request, sets it: clients can send any
   * value. Anything but an object, such as the address itself, is `OPTION_INVALID`. Default: unknown.
   */
  readonly clientOf?: ((request: Request) => Client) | undefined;
}

const declared = options<RequestSourceOptions>()('requestSourceOf', {
  limits: nested(limitsWith),
  clientOf: optional(synchronous),
});

/**
 * Describes a `Request` for a {@link ServerRequestCreatorInterface}. Everything is read on demand, including the body.
 *
 * Reading `rawHeaders` fails with `HEADERS_TOO_LARGE` (`status` 431) if they exceed the limits, and with
 * `HEADER_VALUE_INVALID` (400) for a value with control characters, which the platform accepts.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function requestSourceOf(request: Request, given?: RequestSourceOptions): RequestSource {
  return new FetchRequestSource(request, {
    ...declared(given),
    timeouts: exactTimeouts,
    basePath: '',
  });
}

/** The settings that all requests of a handler share. */
export interface SourceSettings {
  /** The path of the URL at which the application is mounted; canonical, `''` for the root. */
  readonly basePath: string;
  /** Returns the prefix that was removed from the URL's path, as reported and not validated. Default: none. */
  readonly prefixOf?: ((request: Request, ...platform: readonly unknown[]) => string) | undefined;
  readonly limits: FetchLimits;
  readonly timeouts: Timeouts;
  readonly clientOf?: ((request: Request, ...platform: readonly unknown[]) => Client) | undefined;
}

const UNKNOWN: Client = {};
const isText = (value: unknown): boolean => typeof (value ?? '') === 'string';
const A_CLIENT = rule<Client>((value) => {
  const { address, port, scheme, host } = Object(value) as Readonly<Record<string, unknown>>;
  const isPort = typeof (port ?? 0) === 'number';
  return object.accepts(value) && [address, scheme, host].every(isText) && isPort;
}, 'a function that returns an object: { address }, or {} if the client is unknown');

const A_REQUEST = rule<Request>(
  (value) => 'arrayBuffer' in Object(value),
  'a Request; for (req, res) of node:http, use toListener from mortise; ' +
    'for an event of AWS Lambda, create new Request(url, { method, headers, body })',
);

/** A `Request`, described without copying or parsing in advance. */
export class FetchRequestSource implements RequestSource, MaybeBodiless, BodyWatcher {
  readonly native: Request;
  /** The arguments that the platform passed after the request. */
  readonly platform: readonly unknown[];
  /** Notified when a read of the body waits; `null` for none. */
  bodyWatcher: BodyWatcher | null = null;
  /** Read from the platform once: each read is a call out of compiled code. */
  readonly method: string;
  readonly #settings: SourceSettings;
  #client: Client | null = null;
  #prefix: string | null = null;
  #target: string | null = null;
  #url: RequestUrl | null = null;
  /** The headers, once they have been read: getting a single one from the platform costs as much as reading all. */
  #rawHeaders: readonly string[] | null = null;

  /** @throws {OptionError} `OPTION_INVALID` if it is not a `Request` */
  constructor(request: Request, settings: SourceSettings, platform: readonly unknown[] = []) {
    if (!A_REQUEST.accepts(request)) throw new OptionError('request', request, A_REQUEST.expected);
    this.method = request.method;
    this.native = request;
    this.#settings = settings;
    this.platform = platform;
  }

  /** Whether there cannot be a body, because a `Request` refuses one for these methods. */
  get [BODILESS](): boolean {
    return this.method === 'GET' || this.method === 'HEAD';
  }

  get target(): string {
    return (this.#target ??= this.#cutOff() + this.#parsedUrl().target);
  }

  get basePath(): string {
    return this.#cutOff() + this.#settings.basePath;
  }

  /** Whether the path of the URL is outside the base path of the application. */
  get elsewhere(): boolean {
    const { basePath } = this.#settings;
    if (basePath === '') return false;
    const [path = ''] = this.#parsedUrl().target.split('?', 1);
    return pathBelow(path, basePath) === null;
  }

  /** Always 1.1, because the platform does not provide it. */
  get protocolVersion(): string {
    return '1.1';
  }

  get rawHeaders(): readonly string[] {
    return (this.#rawHeaders ??= this.#checkedHeaders());
  }

  #checkedHeaders(): readonly string[] {
    const raw = rawHeadersOf(this.native.headers);
    let size = 0;
    let isValid = true;
    for (let at = 0; at < raw.length; at += 2) {
      const value = raw[at + 1] as string;
      size += (raw[at] as string).length + value.length;
      // The names need no check, because the platform accepts only tokens.
      isValid &&= isFieldValue(value);
    }
    const { headerCount, headerBytes } = this.#settings.limits;
    if (raw.length > 2 * headerCount || size > headerBytes) {
      const text = `The headers exceed the limit of ${headerCount} fields or ${headerBytes} bytes.`;
      throw new FetchAdapterError('HEADERS_TOO_LARGE', text, 431);
    }
    if (!isValid) {
      const text = 'A header contains a control character.';
      throw new FetchAdapterError('HEADER_VALUE_INVALID', text, 400);
    }
    return raw;
  }

  get scheme(): 'http' | 'https' {
    return this.#knownClient().scheme ?? (this.#parsedUrl().scheme === 'https' ? 'https' : 'http');
  }

  get host(): string {
    return this.#knownClient().host ?? this.#parsedUrl().authority;
  }

  get remoteAddress(): string | null {
    return this.#knownClient().address ?? null;
  }

  get remotePort(): number | null {
    return this.#knownClient().port ?? null;
  }

  get localAddress(): null {
    return null;
  }

  get localPort(): null {
    return null;
  }

  get body(): BodySource | null {
    if (this[BODILESS]) return null;
    const declared = this.#declaredLength();
    // A declared length is checked first, so that no stream is created for a body that is read with one call.
    if ((declared ?? 0) === 0 && this.native.body === null) return null;
    const { limits, timeouts } = this.#settings;
    return new FetchBodySource(this.native, declared, limits, timeouts, this);
  }

  bodyWaits(): void {
    this.bodyWatcher?.bodyWaits();
  }

  bodyRests(): void {
    this.bodyWatcher?.bodyRests();
  }

  /** The length of the body as the client declares it; `null` if it does not. */
  #declaredLength(): number | null {
    const length = this.#header('content-length');
    const isFramed = length === null || this.#header('transfer-encoding') !== null;
    return isFramed ? null : parseContentLength(length);
  }

  /** @param name in lower case, as the platform writes all of them */
  #header(name: string): string | null {
    const raw = this.#rawHeaders;
    if (raw === null) return this.native.headers.get(name);
    for (let at = 0; at < raw.length; at += 2) if (raw[at] === name) return raw[at + 1] as string;
    return null;
  }

  /** Returns the prefix that was removed from the path; `''` for a value that is not a base path. */
  #cutOff(): string {
    const { prefixOf } = this.#settings;
    if (prefixOf === undefined) return '';
    return (this.#prefix ??= parseBasePath(prefixOf(this.native, ...this.platform)) ?? '');
  }

  #parsedUrl(): RequestUrl {
    return (this.#url ??= parseRequestUrl(this.native.url));
  }

  #knownClient(): Client {
    const { clientOf } = this.#settings;
    if (clientOf === undefined) return UNKNOWN;
    return (this.#client ??= accepted<Client>(
      A_CLIENT,
      clientOf(this.native, ...this.platform),
      'toFetchHandler.clientOf',
    ));
  }
}
