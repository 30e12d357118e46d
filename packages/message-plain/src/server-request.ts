import { UNPARSED_BODY } from '@mortise/base/keys';
import { KEEP_TARGET, type TargetKeeper } from '@mortise/base/message';
import type {
  AttributeKey,
  CookieParams,
  QueryParams,
  RequestLifetimeInterface,
  ServerParams,
  UploadedFiles,
  UriInterface,
} from '@mortise/http-message';
import { allAttributes, type Attributes, attribute, withEntry } from './attributes.js';
import { type Fact, known } from './fact.js';
import { refusal } from './message-error.js';
import { nullPrototypeCopy } from './null-prototype-copy.js';
import { queryParams } from './query-params.js';
import { RequestBase, type RequestState } from './request.js';
import { assertUploadedFiles } from './uploaded-files.js';

/** The state of a server request. */
export interface ServerRequestState extends RequestState {
  readonly serverParams: Fact<ServerParams>;
  readonly cookies: Fact<CookieParams>;
  readonly query: Fact<QueryParams>;
  /** Whether `withUri` changes the query: `true` until `withQueryParams` is called. */
  readonly queryFollowsUri: boolean;
  readonly uploadedFiles: UploadedFiles;
  readonly parsedBody: object | null;
  readonly attributes: Attributes;
  readonly lifetime: RequestLifetimeInterface;
}

/** A request as the server received it. */
export class ServerRequest extends RequestBase implements TargetKeeper {
  protected override readonly state: ServerRequestState;

  constructor(state: ServerRequestState) {
    super();
    this.state = state;
  }

  protected override copy(changes: Partial<ServerRequestState>): this {
    return new ServerRequest({ ...this.state, ...changes }) as this;
  }

  [KEEP_TARGET](uri: UriInterface): this {
    return this.copy({ uri: known(uri) });
  }

  override withUri(uri: UriInterface, preserveHost = false): this {
    const copy = super.withUri(uri, preserveHost);
    return this.state.queryFollowsUri
      ? copy.copy({ query: queryParams(() => uri.getQuery()) })
      : copy;
  }

  getServerParams(): ServerParams {
    return this.state.serverParams();
  }

  getCookieParams(): CookieParams {
    return this.state.cookies();
  }

  withCookieParams(cookies: CookieParams): this {
    return this.copy({ cookies: known(nullPrototypeCopy(cookies)) });
  }

  getQueryParams(): QueryParams {
    return this.state.query();
  }

  withQueryParams(query: QueryParams): this {
    return this.copy({ query: known(nullPrototypeCopy(query)), queryFollowsUri: false });
  }

  getUploadedFiles(): UploadedFiles {
    this.getParsedBody(); // calls the `UNPARSED_BODY` listener
    return this.state.uploadedFiles;
  }

  withUploadedFiles(uploadedFiles: UploadedFiles): this {
    return this.copy({ uploadedFiles: assertUploadedFiles(uploadedFiles) });
  }

  getParsedBody(): object | null {
    const { parsedBody, lifetime } = this.state;
    if (parsedBody === null) lifetime.getValue(UNPARSED_BODY)?.(this);
    return parsedBody;
  }

  withParsedBody(data: object | null): this {
    return this.copy({ parsedBody: assertParsedBody(data) });
  }

  getAttributes(): Readonly<Record<string, unknown>> {
    return allAttributes(this.state.attributes);
  }

  getAttribute<T>(name: AttributeKey<T>): T | undefined;
  getAttribute<T, D>(name: AttributeKey<T>, fallback: D): T | D;
  getAttribute(name: string, fallback?: unknown): unknown {
    return attribute(this.state.attributes, name, fallback);
  }

  withAttribute<T>(name: AttributeKey<T>, value: NoInfer<T>): this {
    return this.copy({ attributes: withEntry(this.state.attributes, name, value) });
  }

  withAttributes(attributes: Readonly<Record<string, unknown>>): this {
    let all = this.state.attributes;
    for (const [name, value] of Object.entries(attributes)) all = withEntry(all, name, value);
    return this.copy({ attributes: all });
  }

  withoutAttribute(name: string): this {
    return this.copy({ attributes: withEntry(this.state.attributes, name, undefined, false) });
  }

  getLifetime(): RequestLifetimeInterface {
    return this.state.lifetime;
  }
}

function assertParsedBody(data: unknown): object | null {
  if (typeof data === 'object') return data;
  throw refusal('PARSED_BODY_INVALID', 'a parsed body must be an object, a list or null', data);
}
