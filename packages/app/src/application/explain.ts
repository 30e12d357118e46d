import type { LayerStack } from '../middleware/layer-stack.js';
import type { Route } from '../routing/route.js';
import type { RouterExplanation } from '../routing/router-contract.js';
import type { VariantTypes } from '../variant-types.js';

/**
 * Lists the layers in the order in which a request passes through them: those of the application, then those of each
 * route.
 */
export function explainLayers<T extends VariantTypes>(
  stack: LayerStack<T>,
  routes: readonly Route<T>[],
  answersErrors: boolean,
): string {
  const application = namesOf(stack);
  if (answersErrors) application.unshift('errors from all layers');
  if (!application.includes('routing')) application.push('routing');
  return [...application, ...routes.map(explainRoute)].join('\n');
}

/** Lists each route with the reason why a request does or does not reach it. */
export function explainRoutes(explanations: readonly RouterExplanation[]): string {
  return explanations
    .map(({ route, reason }) => `${route.methods.join('|')} ${route.pattern}: ${reason}`)
    .join('\n');
}

function explainRoute<T extends VariantTypes>(route: Route<T>): string {
  const names = [...route.getGroups(), route].flatMap(namesOf).map((name) => `    ${name}`);
  const name = route.getName() === null ? '' : ` "${route.getName()}"`;
  return [`  ${route.label}${name}`, ...names].join('\n');
}

/** Outermost first. */
function namesOf<T extends VariantTypes>(stack: LayerStack<T>): string[] {
  return stack
    .layers()
    .map(({ name }) => name)
    .reverse();
}
