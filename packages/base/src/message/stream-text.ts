/**
 * What `String(stream)` returns in the implementations of streams, in a template and a log too. Reading is asynchronous,
 * so unlike PSR-7's `__toString` it cannot be the content; like that, it never throws.
 */
export const STREAM_TEXT = '[a stream: read it with await body.text()]';
