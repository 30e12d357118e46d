import { FormError } from '@mortise/form-encoding';
import { refuseListLikeMaps } from './refuse-list-like-maps.js';
import { type AnySchema, isSchema } from './schema.js';
import {
  copyOf,
  type Fields,
  isEqual,
  issueKeys,
  isEqualAt,
  keyOf,
  type Path,
  TriedData,
} from './tried-data.js';

/** Part of the data, as the form represents it. */
interface Written {
  readonly value: unknown;

  /** Whether the form contains a field for it. */
  readonly hasName: boolean;

  /** Whether a member inside it is still undecided. */
  readonly isOpen: boolean;
}

/** A member that a form cannot represent: `null`, or a list or object without members. */
interface EmptyMember {
  readonly path: Path;
  /** The path as a string. */
  readonly key: string;
  readonly value: unknown;
}

/** The maximum number of members to decide one by one at a depth: each takes up to four calls with all the data. */
const MAX_DECIDED = 100;

/**
 * Replaces members that a form cannot represent (`null`, and lists and objects without members) with an empty string if
 * the schema distinguishes them from absent ones. The schema is called only if there are such members.
 *
 * @returns the data itself if nothing is replaced
 * @throws {FormError} `FORM_UNWRITABLE` if the schema would read such a member as another value, or the server would
 *   read a map as a list
 */
export function withEmptyMembers(data: object, schema: AnySchema | undefined): object {
  if (!isSchema(schema)) return data;
  const tried = new TriedData(data, schema);
  refuseListLikeMaps(data, tried);
  return new EmptyMembers(data, tried).write();
}

class EmptyMembers {
  readonly #given: object;
  readonly #tried: TriedData;
  /** Whether a member is written as an empty string, by the key of its path. */
  readonly #sent = new Map<string, boolean>();
  #open: EmptyMember[] = [];

  constructor(data: object, tried: TriedData) {
    this.#given = data;
    this.#tried = tried;
  }

  /** Decides one depth per round, from the inside out: an object of empty members is decided after them. */
  write(): object {
    for (;;) {
      const { value } = this.#written(this.#given, []);
      if (this.#open.length === 0) return value as object;
      const open = this.#open;
      this.#open = [];
      this.#decide(open);
    }
  }

  #written(value: unknown, path: Path): Written {
    if (value === null || value === undefined) return { value, hasName: false, isOpen: false };
    if (typeof value !== 'object' || 'toJSON' in value)
      return { value, hasName: true, isOpen: false };
    const isItem = Array.isArray(value);
    let [hasName, isOpen] = [false, false];
    let copy: Fields | null = null;
    for (const [name, member] of Object.entries(value)) {
      const written = this.#member(member, [...path, name], isItem);
      hasName ||= written.hasName;
      isOpen ||= written.isOpen;
      if (written.value !== member) (copy ??= copyOf(value))[name] = written.value;
    }
    return { value: copy ?? value, hasName, isOpen };
  }

  /** @param isItem whether the member is a list item: an empty one cannot be represented */
  #member(member: unknown, path: Path, isItem: boolean): Written {
    const written = this.#written(member, path);
    if (written.hasName || written.isOpen || member === undefined) return written;
    // The list has only empty items, which would be lost.
    if (Array.isArray(member) && member.length > 0) throw FormError.item(path.join('.'));
    if (isItem) return written;
    const key = keyOf(path);
    const isSent = this.#sent.get(key);
    if (isSent === undefined) this.#open.push({ path, key, value: member });
    if (isSent === true) return { value: '', hasName: true, isOpen: false };
    return { ...written, isOpen: isSent === undefined };
  }

  #decide(members: readonly EmptyMember[]): void {
    const doubtful = this.#doubtful(members);
    if (doubtful.length > MAX_DECIDED) throw FormError.manyEmpty(MAX_DECIDED);
    for (const member of members)
      this.#sent.set(member.key, doubtful.includes(member) && this.#isSent(member));
  }

  /** Returns the members that the schema may distinguish from absent ones. */
  #doubtful(members: readonly EmptyMember[]): readonly EmptyMember[] {
    const whole = this.#tried.result;
    const without = this.#tried.without(pathsOf(members));
    // Usually, the schema returns the same value without any of them.
    if (without === null || whole === null || isEqual(whole, without)) return [];
    if (members.length <= MAX_DECIDED) return members;
    if (whole.issues !== undefined) return membersAt(members, issueKeys(whole));
    const required = membersAt(members, issueKeys(without));
    const empty = this.#emptyIfAbsent(required);
    const optional = excluding(members, required);
    const rest = this.#tried.without(pathsOf(optional));
    const changed = optional.filter(({ path }) => !isEqualAt(path, whole, rest));
    const same = this.#tried.without(pathsOf(excluding(optional, changed)));
    const isProven = same !== null && isEqual(whole, same);
    return excluding(isProven ? [...required, ...changed] : members, empty);
  }

  /** Returns the required lists, and the required maps for which the schema does not accept a list. */
  #emptyIfAbsent(missing: readonly EmptyMember[]): readonly EmptyMember[] {
    const required = missing.filter(isRequired);
    const maps = required.filter(({ value }) => isMap(value));
    const asLists = this.#tried.with(new Map(maps.map(({ path }) => [path, []])));
    const refused = asLists === null ? new Set<string>() : issueKeys(asLists);
    return required.filter(({ value, key }) => !isMap(value) || refused.has(key));
  }

  /** Whether an empty member must be written as an empty string; throws if that would be ambiguous. */
  #isSent(member: EmptyMember): boolean {
    const { path, value } = member;
    const without = this.#tried.without([path]);
    if (without === null) return false;
    if (without.issues !== undefined && isRequired(member)) {
      if (isMap(value) && this.#accepts(member, [])) throw FormError.empty(path.join('.'));
      return false;
    }
    const whole = this.#tried.result;
    if (whole === null || isEqual(whole, without)) return false;
    if (without.issues !== undefined && whole.issues !== undefined) return false;
    if (whole.issues === undefined && this.#isClear(member)) return true;
    throw FormError.empty(path.join('.'));
  }

  /** Whether an empty string can only be read as this member's value. */
  #isClear(member: EmptyMember): boolean {
    const { value } = member;
    const others = ['', ...(value === null ? [] : [null]), ...(isMap(value) ? [[]] : [])];
    return !others.some((other) => this.#accepts(member, other));
  }

  /** Whether the schema accepts another value for a member, or is asynchronous. */
  #accepts({ path }: EmptyMember, value: unknown): boolean {
    return this.#tried.with(new Map([[path, value]]))?.issues === undefined;
  }
}

function pathsOf(members: readonly EmptyMember[]): readonly Path[] {
  return members.map(({ path }) => path);
}

function excluding(
  members: readonly EmptyMember[],
  excluded: readonly EmptyMember[],
): readonly EmptyMember[] {
  return members.filter((member) => !excluded.includes(member));
}

function membersAt(
  members: readonly EmptyMember[],
  keys: ReadonlySet<string>,
): readonly EmptyMember[] {
  return members.filter(({ key }) => keys.has(key));
}

/** Whether the server adds the member if it is required but absent: it does so for lists and maps, not for `null`. */
function isRequired({ value }: EmptyMember): boolean {
  return value !== null;
}

/** Whether a value is an object, but not a list. */
function isMap(member: unknown): boolean {
  return typeof member === 'object' && member !== null && !Array.isArray(member);
}
