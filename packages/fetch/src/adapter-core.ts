import type {
  ErrorEvent,
  RequestHandlerInterface,
  ServerRequestCreatorInterface,
} from '@mortise/http-message';
import type { FetchOptions } from './options.js';
import type { OpenRequests } from './open-requests.js';
import type { SourceSettings } from './request/request-source.js';

type Options = FetchOptions<readonly unknown[]>;

/** The handler and the options that all requests of an adapter share. */
export interface AdapterCore extends SourceSettings {
  readonly handler: RequestHandlerInterface;
  readonly factories: ServerRequestCreatorInterface;
  readonly attributesOf?: Options['attributesOf'] | undefined;
  readonly waitUntil?: Options['waitUntil'] | undefined;
  /** The requests to tell that the host begins to close; absent if it does not say so. */
  readonly open?: OpenRequests | undefined;
  /** Calls `onError`; never throws. */
  report(error: unknown, event: ErrorEvent): void;
}
