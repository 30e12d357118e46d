/** The longest argument, and the longest text that an expression is tried on, in characters after decoding. */
export const MAX_ARGUMENT = 1024;

/** The most segments of a path that placeholders may match. */
export const MAX_SEGMENTS = 256;
