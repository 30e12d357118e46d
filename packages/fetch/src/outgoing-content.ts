/** What the platform is handed as a body; `null` for none. */
export type OutgoingContent = ReadableStream<Uint8Array> | Uint8Array | string | null;
