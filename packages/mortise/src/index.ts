export * from '@mortise/app';
export {
  BodyError,
  type BodyOptions,
  type BodyParser,
  type BytesParser,
  noteBodyParser,
  type TextParser,
} from '@mortise/body-parsers';
export type * from '@mortise/http-message';
export { methodOverride } from '@mortise/method-override';
export { MessageError } from '@mortise/message';
export { createTemporaryStorage, factories } from '@mortise/message/node';
export {
  type ClusterHandle,
  type ClusterOptions,
  type ConnectHandler,
  type ConnectOptions,
  connectRequest,
  fromConnect,
  installProcessGuards,
  installSignalHandlers,
  NodeAdapterError,
  type OverloadOptions,
  sendEarlyHints,
  serveCluster,
  type ServeOptions,
  type ServerHandle,
  type ServerLimits,
  toListener,
  type TrailerFields,
  trailersOf,
  type UpgradeListener,
  withTrailers,
} from '@mortise/node';
export { AppFactory } from './app-factory.js';
export { bodyParsing, type BodyParsingOptions } from './body-parsing.js';
export { createApp, type WithDefaults } from './create-app.js';
export { type Servable, serve } from './serve.js';
