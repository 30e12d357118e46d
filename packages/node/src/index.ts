export { type NodeAdapterCode, NodeAdapterError } from './errors.js';
export { defaultLimits, type ServerLimits } from './limits.js';
export { type Listener, toListener } from './listener.js';
export type { ListenerOptions } from './listener-options.js';
export { serve, type ServeOptions } from './serve.js';
export type { ServerHandle } from './server-handle.js';
