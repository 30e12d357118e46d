/**
 * Limits of matching. They apply to every placeholder: otherwise a path that is too long for the route that guards a
 * resource would match a broader route, such as that of a mount.
 */

/** The maximum length of an argument, and of text that is matched against an expression, in decoded characters. */
export const MAX_ARGUMENT = 1024;

/** The maximum number of segments in a path that placeholders match. */
export const MAX_SEGMENTS = 256;
