/**
 * Limits of matching. Every placeholder has them: otherwise a path that is too long for the route that guards a resource
 * would match a broader one, such as that of a mount.
 */

/** The maximum length of an argument, and of a string that is matched against an expression, in characters after decoding. */
export const MAX_ARGUMENT = 1024;

/** The maximum number of segments of a path that placeholders match. */
export const MAX_SEGMENTS = 256;
