import type {
  HttpFactoriesInterface,
  MessageInterface,
  RequestInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { sampleSource, sourceOf } from '../sample-source.js';

/** Creates messages of one kind. */
export interface MessageSubject {
  readonly factories: HttpFactoriesInterface;

  /** A message without headers. */
  readonly create: () => MessageInterface;
}

/** Creates requests of one kind. */
export interface RequestSubject extends MessageSubject {
  /** A request without headers. */
  readonly create: () => RequestInterface;

  /** A `GET` for an address, with `Host` as its only header. */
  readonly createFor: (uri: string) => RequestInterface;
}

/** Creates server requests of one kind. */
export interface ServerRequestSubject extends RequestSubject {
  /** A request without headers. */
  readonly create: () => ServerRequestInterface;

  /** A `GET` for an address, with `Host` as its only header. */
  readonly createFor: (uri: string) => ServerRequestInterface;
}

/** Requests of a client. */
export function clientRequests(factories: HttpFactoriesInterface): RequestSubject {
  const createFor = (uri: string) => factories.createRequest('GET', uri);
  return { factories, createFor, create: () => createFor('/') };
}

/** Server requests that a factory created. */
export function handmadeRequests(factories: HttpFactoriesInterface): ServerRequestSubject {
  const createFor = (uri: string) => factories.createServerRequest('GET', uri);
  return { factories, createFor, create: () => createFor('/') };
}

/** Server requests that an adapter received. */
export function receivedRequests(factories: HttpFactoriesInterface): ServerRequestSubject {
  return {
    factories,
    createFor: (uri) => factories.createServerRequestFromSource(sourceOf(uri)),
    create: () => factories.createServerRequestFromSource(sampleSource()),
  };
}

/** Responses. */
export function responses(factories: HttpFactoriesInterface): MessageSubject {
  return { factories, create: () => factories.createResponse() };
}
