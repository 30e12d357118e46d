export type { AttributeKey } from './attribute-key.js';
export type { Awaitable } from './awaitable.js';
export type { ErrorEvent } from './error-event.js';
export type { HttpErrorInterface } from './http-error-interface.js';
export type { HttpFactoriesInterface } from './http-factories.js';
export type {
  LogContext,
  LoggerInterface,
  LogLevel,
  PsrLoggerInterface,
} from './logger.js';
export type { MessageErrorCode, MessageErrorInterface } from './message-error.js';
export type { MessageInterface } from './message.js';
export type { MetadataKey } from './metadata-key.js';
export type { MiddlewareInterface } from './middleware.js';
export type {
  CookieParams,
  QueryParams,
  QueryValue,
  ServerParams,
  UploadedFileNode,
  UploadedFiles,
} from './params.js';
export type { RequestEnd } from './request-end.js';
export type { RequestFactoryInterface } from './request-factory.js';
export type { RequestHandlerInterface } from './request-handler.js';
export type { RequestLifetimeInterface } from './request-lifetime.js';
export type { BodySource, RequestSource } from './request-source.js';
export type { RequestInterface } from './request.js';
export type { ResponseFactoryInterface } from './response-factory.js';
export type { ResponseInterface } from './response.js';
export type { RoutedInterface } from './routed.js';
export type { ServerRequestCreatorInterface } from './server-request-creator.js';
export type { ServerRequestFactoryInterface } from './server-request-factory.js';
export type { ServerRequestInterface } from './server-request.js';
export type {
  ClosableHandlerInterface,
  ServedApplication,
  ServedHandler,
} from './served-handler.js';
export type { FileMode, StreamFactoryInterface } from './stream-factory.js';
export type { StreamInterface, StreamResource } from './stream.js';
export type { TemporaryStorageInterface, TemporaryWriterInterface } from './temporary-storage.js';
export type { UnparsedBodyListener } from './unparsed-body.js';
export type { TakeConnection, UpgradedConnection } from './upgraded-connection.js';
export type { UploadedFileFactoryInterface } from './uploaded-file-factory.js';
export type { UploadError, UploadedFileInterface } from './uploaded-file.js';
export type { UriFactoryInterface } from './uri-factory.js';
export type { UriInterface } from './uri.js';
