export type { OptionsFor, RequestTrace } from '@mortise/base/adapter';
export { sendEarlyHints } from './response/early-hints.js';
export type { ConnectFactories } from './connect/connect-layer.js';
export { connectRequest } from './connect/connect-request.js';
export { type ConnectHandler, type ConnectOptions, fromConnect } from './from-connect.js';
export { type NodeAdapterCode, NodeAdapterError } from './node-adapter-error.js';
export { defaultLimits, type ServerLimits } from './server-limits.js';
export { type Listener, toListener, type ToListenerOptions } from './to-listener.js';
export type { ListenerOptions, OnError } from './listener-options.js';
export type { OverloadOptions } from './server/overload-guard.js';
export {
  installProcessGuards,
  installSignalHandlers,
  type ProcessEndOptions,
  type SignalOptions,
} from './process/process-end.js';
export { trailersOf } from './request/request-trailers.js';
export { serve } from './serve.js';
export type { ServeOptions } from './serve-options.js';
export { type ClusterHandle, type ClusterOptions, serveCluster } from './process/serve-cluster.js';
export type { CloseOptions, ServerHandle } from './server-handle.js';
export type { TrailerFields } from './response/trailed-body.js';
export type { MountOptions } from './request/mount.js';
export type { TrustOptions } from './request/trust.js';
export type { UpgradeListener } from './server/upgrades.js';
export { withTrailers } from './response/with-trailers.js';
