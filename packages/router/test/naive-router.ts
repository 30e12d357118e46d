/**
 * The rules of dispatching, written down as plainly as possible: every route is one anchored regular
 * expression, and the first that matches wins. What the router does must agree with it.
 */

/** Literal text, or a placeholder with the text of its expression in a pattern and here, see {@link seen}, and whether that can match a slash. */
export type NaivePart =
  | string
  | { name: string; expression: string; naive: string; spans: boolean };

export interface NaiveRoute {
  readonly id: number;
  readonly methods: readonly string[];
  /** Each variant, shortest first. */
  readonly variants: readonly (readonly NaivePart[])[];
}

export type NaiveResult =
  | { id: number; args: [string, string][] }
  | { allowed: string[] }
  | 'not-found';

const ESCAPED_SLASH = '\udc2f';

/** A canonical path as expressions see it: every character decoded, but an escaped slash is another character. */
export function seen(path: string): string {
  return path.replace(/(?:%[0-9A-F]{2})+/g, (escapes) =>
    Array.from(decodeURIComponent(escapes), (c) => (c === '/' ? ESCAPED_SLASH : c)).join(''),
  );
}

function unseen(text: string): string {
  return Array.from(text, (c) => (c === ESCAPED_SLASH ? '/' : c)).join('');
}

export class NaiveRouter {
  readonly #statics: { method: string; literal: string; id: number }[] = [];
  readonly #variables: {
    method: string;
    whole: RegExp;
    names: string[];
    spans: boolean[];
    id: number;
  }[] = [];

  /** Adds a route, or says why not. */
  add({ id, methods, variants }: NaiveRoute): 'ROUTE_DUPLICATE' | 'ROUTE_SHADOWED' | null {
    const statics = [];
    const variables = [];
    for (const method of methods) {
      for (const variant of variants) {
        const names = variant.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
        const spans = variant.flatMap((part) => (typeof part === 'string' ? [] : [part.spans]));
        const whole = new RegExp(`^${variant.map(sourceOf).join('')}$`, 'u');
        const literal = variant.map(String).join('');
        const mine = this.#variables.filter((other) => other.method === method);
        if (names.length > 0) {
          if (mine.some((other) => other.whole.source === whole.source)) return 'ROUTE_DUPLICATE';
          variables.push({ method, whole, names, spans, id });
        } else {
          const twin = this.#statics.some((s) => s.method === method && s.literal === literal);
          if (twin) return 'ROUTE_DUPLICATE';
          if (mine.some((other) => other.whole.test(literal))) return 'ROUTE_SHADOWED';
          statics.push({ method, literal, id });
        }
      }
    }
    this.#statics.push(...statics);
    this.#variables.push(...variables);
    return null;
  }

  dispatch(method: string, path: string): NaiveResult {
    const text = seen(path);
    for (const m of method === 'HEAD' ? ['HEAD', 'GET', '*'] : [method, '*']) {
      const found = this.#find(m, text);
      if (found !== null) return found;
    }
    const methods = [...this.#statics, ...this.#variables].map((route) => route.method);
    const statics = this.#statics.filter((s) => s.literal === text).map((s) => s.method);
    const rest = methods.filter((m) => this.#find(m, text) !== null);
    const staticOrder = this.#statics.map((s) => s.method).filter((m) => statics.includes(m));
    const variableOrder = this.#variables.map((v) => v.method).filter((m) => rest.includes(m));
    const allowed = [...new Set([...staticOrder, ...variableOrder])];
    return allowed.length === 0 ? 'not-found' : { allowed };
  }

  #find(method: string, text: string): { id: number; args: [string, string][] } | null {
    const exact = this.#statics.find((s) => s.method === method && s.literal === text);
    if (exact !== undefined) return { id: exact.id, args: [] };
    for (const { whole, names, spans, id } of this.#variables.filter((v) => v.method === method)) {
      const match = whole.exec(text);
      if (match === null) continue;
      const spanning = match.slice(1).filter((_, i) => spans[i]);
      if (spanning.some((value) => value.includes(ESCAPED_SLASH) || value.includes('\\'))) continue;
      return { id, args: names.map((name, i) => [name, unseen(match[i + 1] as string)]) };
    }
    return null;
  }
}

function sourceOf(part: NaivePart): string {
  return typeof part === 'string'
    ? part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    : `(${part.naive})`;
}
