import type {
  CookieParams,
  QueryParams,
  StreamInterface,
  UploadedFiles,
  UriInterface,
} from '@mortise/http-message';
import { frozenRecord } from './frozen-record.js';
import type { HeaderList } from './header-list.js';
import type { Origin } from './origin.js';

const NO_FILES: UploadedFiles = frozenRecord({});

/**
 * All parts of a request except its attributes, which change most often: copies that differ only in attributes share
 * one object. A field that the origin also has is `null` until a `with*` replaces it.
 */
export class RequestFacts {
  readonly origin: Origin;
  method: string;
  target: string | null;
  /** The received target, if it stays until the URI is replaced again. */
  keptTarget: string | null;
  uri: UriInterface | null;
  protocolVersion: string;
  headers: HeaderList | null;
  body: StreamInterface | null;
  cookies: CookieParams | null;
  query: QueryParams | null;
  files: UploadedFiles;
  parsedBody: object | null;

  /** @param from the origin, or an object to copy; a copy is changed only before other code sees it */
  constructor(from: RequestFacts | Origin) {
    if (from instanceof RequestFacts) {
      this.origin = from.origin;
      this.method = from.method;
      this.target = from.target;
      this.keptTarget = from.keptTarget;
      this.uri = from.uri;
      this.protocolVersion = from.protocolVersion;
      this.headers = from.headers;
      this.body = from.body;
      this.cookies = from.cookies;
      this.query = from.query;
      this.files = from.files;
      this.parsedBody = from.parsedBody;
    } else {
      this.origin = from;
      this.method = from.method;
      this.target = null;
      this.keptTarget = null;
      this.uri = null;
      this.protocolVersion = from.protocolVersion;
      this.headers = null;
      this.body = null;
      this.cookies = null;
      this.query = null;
      this.files = NO_FILES;
      this.parsedBody = null;
    }
  }
}
