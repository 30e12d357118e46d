import fc from 'fast-check';
import { soup } from './properties.js';

/** Text or bytes, some of which are not text. */
export const streamContent = fc.oneof(
  soup('aé€😀\ud83d\ude00', 4),
  fc.uint8Array({ maxLength: 6 }),
);
/** The name of a member and its arguments. */
export const streamOperation = fc.oneof(
  fc.tuple(fc.constant('write'), streamContent),
  fc.tuple(fc.constant('read'), fc.integer({ min: -1, max: 8 })),
  fc.tuple(fc.constant('seek'), fc.integer({ min: -4, max: 12 }), fc.constantFrom(0, 1, 2, 3)),
  fc.tuple(
    fc.constantFrom(
      ...['rewind', 'tell', 'eof', 'getSize', 'getContents', 'text', 'inMemory', 'close', 'detach'],
    ),
  ),
);
