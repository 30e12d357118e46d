/** The manifest against the schemas of Kubernetes, which also show names that no schema has. */
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { Deployment } from 'kubernetes-models/apps/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';

const MANIFEST = readFileSync(new URL('../kubernetes.yaml', import.meta.url), 'utf8');

type Fields = Readonly<Record<string, unknown>>;

const KINDS: Readonly<Record<string, new (fields: never) => { validate(): void }>> = {
  Deployment,
  PodDisruptionBudget,
  Service,
};

it.each([
  ['as it is', '', ''],
  ['with a value of another type', 'periodSeconds: 2', 'periodSeconds: 2s'],
  ['with an unknown name', 'preStop:', 'preStp:'],
  ['with an unknown name of the first level', 'replicas: 4', 'replica: 4'],
])('kubernetes.yaml is checked: %s', (_how, from, to) => {
  const problems = problemsOf(MANIFEST.replace(from, to));
  expect(problems).toEqual(to === '' ? [] : [expect.stringContaining(/\w+/.exec(to)?.[0] ?? '')]);
});

function problemsOf(text: string): string[] {
  return parseAllDocuments(text).flatMap((document) => {
    const fields = document.toJSON() as Fields;
    const Kind = KINDS[String(fields['kind'])];
    if (Kind === undefined) return [`unknown kind ${String(fields['kind'])}`];
    const unknown = new Set<string>();
    try {
      watched(new Kind(fields as never), '', unknown).validate();
    } catch (error) {
      return [String(error)];
    }
    return [...unknown];
  });
}

/** A validator reads each name that its schema has, and lists the names of a map such as labels. */
function watched<T extends object>(value: T, path: string, unread: Set<string>): T {
  if (!Array.isArray(value)) for (const name of Object.keys(value)) unread.add(`${path}/${name}`);
  return new Proxy(value, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      const at = `${path}/${String(name)}`;
      unread.delete(at);
      return typeof member === 'object' && member !== null ? watched(member, at, unread) : member;
    },
    ownKeys(target) {
      for (const name of Object.keys(target)) unread.delete(`${path}/${name}`);
      return Reflect.ownKeys(target);
    },
  });
}
