/** The references of a document that point to nothing in it. */
export function danglingReferences(document: object): readonly string[] {
  return [...referencesIn(document)].filter(
    (ref) => !ref.startsWith('#/') || !isFound(document, ref),
  );
}

function* referencesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === '$ref' && typeof member === 'string') yield member;
    else yield* referencesIn(member);
  }
}

function isFound(document: object, ref: string): boolean {
  let target: unknown = document;
  for (const segment of ref.slice(2).split('/')) {
    const name = decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, name)) return false;
    target = (target as Readonly<Record<string, unknown>>)[name];
  }
  return true;
}
