import { LINES, type VariantLines } from '../misuse/variant-lines.js';
import { HttpNotFoundException } from '../exceptions/exceptions-by-status.js';
import { type Failure, HANDLER, rolesOf, sourceOf } from './function-source.js';
import { lineOfCause } from './hint-of-cause.js';
import { lineOfPattern } from './hint-of-pattern.js';
import { lineOfAssigned, lineOfIssues, lineOfMissing, lineOfUncalled } from './hints-of-results.js';

/** One mistake each: returns the hint if it could have caused an error; otherwise `null`. The first hint is taken. */
const FINDERS: readonly ((failure: Failure) => string | null)[] = [
  lineOfUncalled,
  lineOfMissing,
  lineOfAssigned,
  lineOfCause,
  lineOfIssues,
];

/** The code that could have caused an error: the handler of a request, and the layers around it. */
export interface Suspects {
  readonly handler: unknown;
  readonly layers: readonly unknown[];
  /** The suggestions of the variant; default: those of variant B. */
  readonly lines?: VariantLines | undefined;
}

type Thrower = readonly [callback: unknown, roles: readonly string[], lines?: VariantLines];

const hints = new WeakMap<Error, string>();
const throwers = new WeakMap<object, Thrower>();

/**
 * Stores which function threw an error, and what its parameters are, for {@link noteHint}.
 *
 * @param thrower its last element: the suggestions for the function, such as those of variant B in `app.notFound`;
 *   default: the variant's
 */
export function noteThrower(error: unknown, ...thrower: Thrower): void {
  if (Object(error) === error) throwers.set(error as object, thrower);
}

/**
 * Stores a hint for {@link hintOf} if the error comes from a member of another framework, such as `request.body`, or
 * from another known mistake. It says what to write instead, with the names of the function where it is to be written.
 * Never throws.
 *
 * @param details whether the hint may say what other routes there are
 */
export function noteHint(error: Error, suspects: () => Suspects, details: boolean): void {
  try {
    const hint = hintFor(error, suspects, details);
    if (hint !== null) hints.set(error, hint);
  } catch {
    // A broken request must not prevent the response.
  }
}

/** Returns the hint, such as `instead of response.json, write return json(response, data)`; `undefined` if there is none. */
export function hintOf(error: Error): string | undefined {
  return hints.get(error);
}

function hintFor(error: Error, suspects: () => Suspects, details: boolean): string | null {
  if (error instanceof HttpNotFoundException) return details ? lineOfPattern(error) : null;
  const { handler, layers, lines: usual = LINES } = suspects();
  const [callback, roles, lines = usual] = throwers.get(error) ?? ([handler, HANDLER] as const);
  const inLayer = rolesOf(usual);
  const sources = [
    sourceOf(callback, roles),
    ...layers.map((layer) => sourceOf(layer, inLayer)),
  ] as const;
  for (const find of FINDERS) {
    const hint = find({ error, sources, layers, lines });
    if (hint !== null) return hint;
  }
  return null;
}
