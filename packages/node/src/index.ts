export { sendEarlyHints } from './early-hints.js';
export { type ConnectHandler, fromConnect } from './from-connect.js';
export { type NodeAdapterCode, NodeAdapterError } from './errors.js';
export { defaultLimits, type ServerLimits } from './limits.js';
export { type Listener, toListener } from './listener.js';
export type { ListenerOptions } from './listener-options.js';
export type { OverloadOptions } from './overload-guard.js';
export {
  installProcessGuards,
  installSignalHandlers,
  type ProcessEndOptions,
  type SignalOptions,
} from './process-end.js';
export { trailersOf } from './request-trailers.js';
export { serve, type ServeOptions } from './serve.js';
export { type ClusterHandle, type ClusterOptions, serveCluster } from './serve-cluster.js';
export type { CloseOptions, ServerHandle } from './server-handle.js';
export type { TrailerFields } from './trailed-body.js';
export type { TrustOptions } from './trust.js';
export type { UpgradeListener } from './upgrades.js';
export { withTrailers } from './with-trailers.js';
