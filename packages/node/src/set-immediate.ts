/**
 * `setImmediate` as it is when the package is loaded. Tests that fake timers afterwards replace the global function, as
 * `vi.useFakeTimers()` of Vitest does, and a server that waits for a fake one does not respond.
 *
 * Other timers can be faked: they only end what takes too long. `process.nextTick` cannot, because Node itself calls it.
 */
export const { setImmediate } = globalThis;
