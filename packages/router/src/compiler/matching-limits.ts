/**
 * The maximum length of an argument (but see `ANY_TEXT`), and of a string that is matched against an expression, in characters after
 * decoding.
 */
export const MAX_ARGUMENT = 1024;

/** The maximum number of segments of a path whose rest is matched against an expression. */
export const MAX_SEGMENTS = 256;
