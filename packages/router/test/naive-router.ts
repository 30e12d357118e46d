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
  /** Whether it is a mount: text and the rest of the path, for any method, in the order of registration. */
  readonly inOrder: boolean;
}

interface Match {
  readonly id: number;
  readonly args: [string, string][];
}

export type NaiveResult = Match | { allowed: string[] } | 'not-found';

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
  readonly #mounts: { prefix: string; id: number }[] = [];

  /** Adds a route, or says why not. */
  add(route: NaiveRoute): 'ROUTE_DUPLICATE' | 'ROUTE_SHADOWED' | null {
    const [prefix] = route.variants[0] ?? [];
    return route.inOrder ? this.#mount(route.id, prefix as string) : this.#addOwn(route);
  }

  #addOwn({ id, methods, variants }: NaiveRoute): 'ROUTE_DUPLICATE' | 'ROUTE_SHADOWED' | null {
    const statics = [];
    const variables = [];
    for (const method of methods) {
      for (const variant of variants) {
        const names = variant.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
        const spans = variant.flatMap((part) => (typeof part === 'string' ? [] : [part.spans]));
        const whole = new RegExp(`^${variant.map(sourceOf).join('')}$`, 'u');
        const literal = variant.map(String).join('');
        // A pattern that looks back is not divided, so nothing is known about how its paths begin.
        const looksBack = variant.some(
          (part) => typeof part !== 'string' && part.naive.includes('(?<'),
        );
        const start = typeof variant[0] === 'string' && !looksBack ? variant[0] : '';
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
        const isBelow = this.#mounts.some(
          ({ prefix }) =>
            start.startsWith(`${prefix}/`) || (names.length === 0 && literal === prefix),
        );
        if (isBelow) return 'ROUTE_SHADOWED';
      }
    }
    this.#statics.push(...statics);
    this.#variables.push(...variables);
    return null;
  }

  dispatch(method: string, path: string): NaiveResult {
    const text = seen(path);
    const mount = this.#mountAt(text);
    const found = this.#serving(method, text)
      .map((each) => this.#find(each, text))
      .find((match) => match !== null && match.id < (mount?.id ?? Infinity));
    if (found) return found;
    if (mount !== null) return this.#guardOf(method, text, mount.id) ? 'not-found' : mount;
    const methods = [...this.#statics, ...this.#variables].map((route) => route.method);
    const statics = this.#statics.filter((s) => s.literal === text).map((s) => s.method);
    const rest = methods.filter((m) => this.#find(m, text) !== null);
    const staticOrder = this.#statics.map((s) => s.method).filter((m) => statics.includes(m));
    const variableOrder = this.#variables.map((v) => v.method).filter((m) => rest.includes(m));
    const allowed = [...new Set([...staticOrder, ...variableOrder])];
    return allowed.length === 0 ? 'not-found' : { allowed };
  }

  #mount(id: number, prefix: string): 'ROUTE_DUPLICATE' | 'ROUTE_SHADOWED' | null {
    if (this.#mounts.some((mount) => mount.prefix === prefix)) return 'ROUTE_DUPLICATE';
    const isDead =
      this.#mounts.some((mount) => prefix.startsWith(`${mount.prefix}/`)) ||
      this.#variables.some(
        ({ method, whole }) => (method === 'GET' || method === '*') && whole.test(prefix),
      );
    if (isDead) return 'ROUTE_SHADOWED';
    this.#mounts.push({ prefix, id });
    return null;
  }

  #mountAt(text: string): Match | null {
    const at = this.#mounts.filter(({ prefix }) => text === prefix);
    const below = this.#mounts.filter(({ prefix }) => text.startsWith(`${prefix}/`));
    for (const { prefix, id } of [...at, ...below]) {
      const rest = text.slice(prefix.length + 1);
      if ([ESCAPED_SLASH, '\\'].some((character) => rest.includes(character))) continue;
      return { id, args: text === prefix ? [] : [['path', rest]] };
    }
    return null;
  }

  /** Whether a route before a mount would match if it had no limits: no line feed, no escaped separator. */
  #guardOf(method: string, text: string, mount: number): boolean {
    const methods = method === 'HEAD' ? ['HEAD', 'GET', '*'] : [method, '*'];
    const texts = [text, text.replaceAll('\n', '\u{10ffff}')];
    return this.#variables.some(
      ({ method: own, whole, id }) =>
        id < mount && methods.includes(own) && texts.some((each) => whole.test(each)),
    );
  }

  /** The methods whose routes can serve a method, in the order in which they are tried. */
  #serving(method: string, text: string): string[] {
    if (method !== 'HEAD') return [method, '*'];
    return this.#isAsGet(method, text) ? ['GET', '*'] : ['HEAD', 'GET', '*'];
  }

  /** Whether the routes for GET serve HEAD: no route matches it that has no GET. */
  #isAsGet(method: string, text: string): boolean {
    const own = method === 'HEAD' ? this.#find(method, text) : null;
    const isGet = (each: { method: string; id: number }) =>
      each.method === 'GET' && each.id === own?.id;
    return (
      method === 'HEAD' && (own === null || [...this.#statics, ...this.#variables].some(isGet))
    );
  }

  #find(method: string, text: string): Match | null {
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
