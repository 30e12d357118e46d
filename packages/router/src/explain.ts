import { quote } from '@mortise/base';
import type { Step } from './compiler/step.js';
import type { DispatchResult, Explanation } from './contract.js';
import type { RegisteredRoute } from './registered-route.js';

/** Describes why a route with these variants does or does not match, see `Router.explain`. */
export function explain<Handler>(
  route: RegisteredRoute<Handler>,
  variants: readonly (readonly Step[])[],
  result: DispatchResult<Handler>,
  method: string,
  path: string,
): Explanation<Handler> {
  const failure = failureOf(variants, path);
  if (failure !== null) return { route, outcome: 'path', reason: failure };
  if (result.kind === 'not-found') {
    return {
      route,
      outcome: 'path',
      reason: route.inOrder
        ? 'would match, but so would an earlier route, if the path were shorter or had no line feed or escaped separator'
        : 'would match, but the path or an argument is too long',
    };
  }
  if (result.kind === 'found' && result.route === route) {
    return { route, outcome: 'found', reason: 'matches, and comes first' };
  }
  const { methods } = route;
  const serves =
    methods.includes(method) ||
    methods.includes('*') ||
    (method === 'HEAD' && methods.includes('GET'));
  if (!serves)
    return { route, outcome: 'method', reason: `serves ${methods.join(', ')}, not ${method}` };
  const first = result.kind === 'found' ? ` after "${result.route.pattern}"` : '';
  return { route, outcome: 'later', reason: `matches, but comes${first}` };
}

/** Describes where the variant that matches the longest part of the path fails; null if one matches. */
function failureOf(variants: readonly (readonly Step[])[], path: string): string | null {
  let furthest = -1;
  let reason: string | null = null;
  for (const steps of variants) {
    const failure = walk(steps, path);
    if (failure === null) return null;
    if (failure.at > furthest) ({ at: furthest, reason } = failure);
  }
  return reason;
}

interface Failure {
  readonly at: number;
  readonly reason: string;
}

function walk(steps: readonly Step[], path: string): Failure | null {
  let at = 0;
  for (const step of steps) {
    const rest = path.slice(at);
    const text =
      step.kind === 'literal' || step.kind === 'rest' ? rest : (rest.split('/', 1)[0] as string);
    const reason = refusal(step, text);
    if (reason !== null) return { at, reason: `${quote(text)} at ${at} ${reason}` };
    at += step.kind === 'literal' ? step.text.length : text.length;
  }
  return at === path.length
    ? null
    : { at, reason: `the pattern ends before ${quote(path.slice(at))} at ${at}` };
}

function refusal(step: Step, text: string): string | null {
  switch (step.kind) {
    case 'literal':
      return text.startsWith(step.text)
        ? null
        : `does not begin with ${quote(step.text)}${hint(step.text)}`;
    case 'any':
      return text === '' ? 'is an empty segment' : null;
    default:
      return step.matcher.match(text, [], 0) ? null : `does not match ${step.matcher.key}`;
  }
}

/** Adds a hint for another router's syntax that is literal here. */
function hint(literal: string): string {
  return literal.includes('*')
    ? ', in which "*" is text; write {path:.+} for the rest of the path'
    : '';
}
