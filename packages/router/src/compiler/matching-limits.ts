/**
 * Limits of matching. They apply to every placeholder except the rest below a mount, which gets no path that an earlier
 * route refuses because of them: that route can be the guard of what is mounted.
 */

/** The maximum length of an argument, and of text that is matched against an expression, in decoded characters. */
export const MAX_ARGUMENT = 1024;

/** The maximum number of segments in a path that placeholders match. */
export const MAX_SEGMENTS = 256;
