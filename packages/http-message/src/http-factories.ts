import type { RequestFactoryInterface } from './request-factory.js';
import type { ResponseFactoryInterface } from './response-factory.js';
import type { ServerRequestCreatorInterface } from './server-request-creator.js';
import type { ServerRequestFactoryInterface } from './server-request-factory.js';
import type { StreamFactoryInterface } from './stream-factory.js';
import type { UploadedFileFactoryInterface } from './uploaded-file-factory.js';
import type { UriFactoryInterface } from './uri-factory.js';

/**
 * All factories of one implementation. An application gets them in one object, so the implementation can be replaced in
 * one place. Members do not use `this`, so each can be passed around on its own.
 */
export interface HttpFactoriesInterface
  extends RequestFactoryInterface,
    ResponseFactoryInterface,
    ServerRequestCreatorInterface,
    ServerRequestFactoryInterface,
    StreamFactoryInterface,
    UploadedFileFactoryInterface,
    UriFactoryInterface {}
