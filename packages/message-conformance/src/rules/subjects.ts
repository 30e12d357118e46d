import type {
  HttpFactoriesInterface,
  MessageInterface,
  RequestInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { sampleSource, sourceOf } from '../sample-source.js';

/** Something that makes messages of one kind. */
export interface MessageSubject {
  readonly factories: HttpFactoriesInterface;

  /** A message without any header. */
  readonly create: () => MessageInterface;
}

/** Something that makes requests of one kind. */
export interface RequestSubject extends MessageSubject {
  /** A request without any header. */
  readonly create: () => RequestInterface;

  /** A `GET` for an address, without a header but `Host`. */
  readonly createFor: (uri: string) => RequestInterface;
}

/** Something that makes server requests of one kind. */
export interface ServerRequestSubject extends RequestSubject {
  /** A request without any header. */
  readonly create: () => ServerRequestInterface;

  /** A `GET` for an address, without a header but `Host`. */
  readonly createFor: (uri: string) => ServerRequestInterface;
}

/** Requests of a client. */
export function clientRequests(factories: HttpFactoriesInterface): RequestSubject {
  const createFor = (uri: string) => factories.createRequest('GET', uri);
  return { factories, createFor, create: () => createFor('/') };
}

/** Server requests that are made by hand. */
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
