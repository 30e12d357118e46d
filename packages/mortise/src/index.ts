export {
  createTemporaryStorage,
  factories,
  MessageError,
  type TemporaryStorageOptions,
} from '@mortise/message/node';
export {
  type ClusterHandle,
  type ClusterOptions,
  type ConnectHandler,
  type ConnectOptions,
  connectRequest,
  fromConnect,
  installProcessGuards,
  installSignalHandlers,
  type Listener,
  type ListenerOptions,
  NodeAdapterError,
  type OverloadOptions,
  type RequestTrace,
  sendEarlyHints,
  serveCluster,
  type ServeOptions,
  type ServerHandle,
  type ServerLimits,
  type SignalOptions,
  toListener,
  type ToListenerOptions,
  trailersOf,
  type TrustOptions,
  withTrailers,
} from '@mortise/node';
export { bodyParsing } from './body-parsing.js';
export { createApp } from './create-app.js';
export * from './portable.js';
export { type Servable, serve } from './serve.js';
