import { isMade } from './is-made.js';
import type { Call } from './observed.js';
import { again, type Outcome, outcomeOf, settled } from './outcome.js';

/** A call that is wrong in one way. */
export interface WrongCall {
  readonly at: number;
  readonly member: string;

  /** What is wrong. */
  readonly name: string;

  /** Does something else than the call. */
  readonly instead: (act: () => unknown) => unknown;
}

/** Another end of a call. */
type Change = readonly [name: string, change: (outcome: Outcome) => Outcome];

/** Members that change their object: they are wrong, too, if they do nothing. */
const ACTIONS: ReadonlySet<string> = new Set([
  ...['close', 'seek', 'rewind', 'write', 'discard', 'moveTo'],
  ...['onEnd', 'setValue', 'end', 'abort', 'beginClosing', 'addEventListener'],
]);
const PARTS_OF_ERRORS = ['code', 'value', 'status', 'cause', 'errors'];
const OTHER = '~';

/** Every way in which a call can be wrong that ends like this. */
export function wrongCallsOf(
  { at, member, self }: Call,
  outcome: Outcome,
  isAsync: boolean,
): readonly WrongCall[] {
  const wrongs = changesOf(member, self, outcome).map(([name, change]): WrongCall => {
    const now = (act: () => unknown) => again(change(outcomeOf(act)));
    const later = async (act: () => unknown) =>
      again(change(await settled(act() as Promise<unknown>)));
    return { at, member, name, instead: isAsync ? later : now };
  });
  const add = (name: string, instead: WrongCall['instead']) => {
    wrongs.push({ at, member, name, instead });
  };
  if (isAction(member, outcome))
    add('does nothing', () => (isAsync ? Promise.resolve() : undefined));
  if (isAsync && outcome.failed) add('throws instead of rejecting', () => again(outcome));
  return wrongs;
}

function isAction(member: string, { failed, result }: Outcome): boolean {
  return !failed && result === undefined && ACTIONS.has(member);
}

function changesOf(member: string, self: object, outcome: Outcome): readonly Change[] {
  const { failed, result } = outcome;
  if (failed) return changesOfErrors(result);
  if (isAction(member, outcome)) return [];
  if (isMade(result)) {
    return member.startsWith('with')
      ? [['returns its object', () => value(self)]]
      : [['returns another object', (made) => value(twin(made.result as object))]];
  }
  return changesOfValues(result);
}

function changesOfErrors(error: unknown): readonly Change[] {
  const changes: Change[] = [['succeeds', () => value(undefined)]];
  if (!(error instanceof Error)) return changes;
  const changeOf = (name: string, part: string, other: unknown): Change => [
    name,
    ({ result }) => ({ failed: true, result: withPart(result, part, other) }),
  ];
  const parts = PARTS_OF_ERRORS.filter((part) => Reflect.get(error, part) !== undefined);
  for (const part of parts) changes.push(changeOf(`has no ${part}`, part, undefined));
  if (error instanceof AggregateError) {
    changes.push(changeOf('has more errors', 'errors', [...(error.errors as unknown[]), OTHER]));
  }
  return changes;
}

function changesOfValues(result: unknown): readonly Change[] {
  const change = (name: string, other: (now: never) => unknown): Change => [
    name,
    (outcome) => value(other(outcome.result as never)),
  ];
  if (typeof result === 'string') return [change('returns more', (text: string) => text + OTHER)];
  if (typeof result === 'number') return [change('returns more', (count: number) => count + 1)];
  if (typeof result === 'boolean') return [change('returns the opposite', (is: boolean) => !is)];
  if (result instanceof Uint8Array) {
    return [change('returns more', (bytes: Uint8Array) => Uint8Array.of(...bytes, 0x7e))];
  }
  if (Array.isArray(result)) return [change('returns more', (list: []) => [...list, OTHER])];
  if (typeof result !== 'object' || result === null || result instanceof Error) {
    return [change('returns something', () => OTHER)];
  }
  const changes = [
    change('returns more', (map: object) => Object.assign(twin(map), { [OTHER]: OTHER })),
    change('returns another object', twin),
  ];
  const isBare = Object.getPrototypeOf(result) === null;
  return isBare ? [...changes, change('has a prototype', (map: object) => ({ ...map }))] : changes;
}

function value(result: unknown): Outcome {
  return { failed: false, result };
}

/** An equal object; one that is made is the same inside. */
function twin(object: object): object {
  if (isMade(object)) return new Proxy(object, {});
  const prototype = Object.getPrototypeOf(object) as object | null;
  return Object.assign(Object.create(prototype) as object, object);
}

/** A copy of an error with another part. */
function withPart(error: unknown, part: string, value: unknown): unknown {
  const copy = Object.create(Object.getPrototypeOf(error) as object) as object;
  Object.defineProperties(copy, Object.getOwnPropertyDescriptors(error as object));
  return Object.defineProperty(copy, part, { value });
}
