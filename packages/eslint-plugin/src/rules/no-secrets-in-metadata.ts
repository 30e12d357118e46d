import type { Rule } from 'eslint';
import type { CallExpression, Node, Property } from 'estree';
import { createRule } from '../create-rule.js';
import { valueOf } from '../definitions.js';
import { withoutTypes } from '../value-flow.js';

/** Names of secrets, in any case style: `apiKey`, `API_KEY`, `dbPassword`; not `passwordPolicy`. */
const SECRET_NAME =
  /(?:pass(?:word|phrase)|secret|credentials?|(?:api|private|access)[-_]?key|(?:^|access|auth|bearer|refresh)[-_]?token)$/i;

/** Strings that are secrets under any name: credentials, private keys, passwords in URLs, API keys of services. */
const SECRET_TEXT =
  /^(?:Bearer|Basic) \S{8,}|-----BEGIN [A-Z ]*PRIVATE KEY-----|^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:[^/\s@]+@|^(?:sk|rk|pk)_(?:live|test)_\w+|^gh[pousr]_\w{20,}|^AKIA[A-Z0-9]{16}$/;

/** Expressions that can be a string. */
const COMPUTED: ReadonlySet<Node['type']> = new Set([
  'AwaitExpression',
  'CallExpression',
  'Identifier',
  'MemberExpression',
]);

/** Reports secrets in route metadata, because logs, documents and error pages can read it. */
export const noSecretsInMetadata = createRule({
  name: 'no-secrets-in-metadata',
  description: 'Disallow secrets in the metadata of routes and groups',
  messages: {
    secret:
      '`{{name}}` puts a secret into metadata, which can appear in logs and documents. Read it where it is used.',
  },
  create: (context) => {
    const check = (name: string, given: Node, node: Node): void => {
      const value = withoutTypes(given);
      const values = value.type === 'LogicalExpression' ? [value.left, value.right] : [value];
      if (values.some((each) => isSecret(name, withoutTypes(each))))
        context.report({ node, messageId: 'secret', data: { name } });
    };
    return {
      Property(node: Property & Rule.Node) {
        if (nameOf(node.key) !== 'metadata') return;
        const metadata = valueOf(node.value, (each) => context.sourceCode.getScope(each));
        if (metadata.type !== 'ObjectExpression') return;
        for (const each of metadata.properties) {
          if (each.type === 'Property') check(nameOf(each.key), each.value, each);
        }
      },
      'CallExpression[callee.property.name="setMetadata"]'(node: CallExpression & Rule.Node) {
        const [key, value] = node.arguments;
        if (key !== undefined && value !== undefined) check(nameOf(key), value, node);
      },
    };
  },
});

/** Whether a value is a secret. Flags and numbers are not: `{ token: true }` does not reveal the token. */
function isSecret(name: string, value: Node): boolean {
  const text = textOf(value);
  if (text !== null && SECRET_TEXT.test(text)) return true;
  if (!SECRET_NAME.test(name)) return SECRET_NAME.test(environmentName(value));
  return text === null ? COMPUTED.has(value.type) : text !== '';
}

/** Returns the name of an environment variable: `X` for `process.env.X` and `process.env['X']`; otherwise `''`. */
function environmentName(node: Node): string {
  if (node.type !== 'MemberExpression') return '';
  const { object, property } = node;
  const isEnvironment =
    object.type === 'MemberExpression' &&
    object.property.type === 'Identifier' &&
    object.property.name === 'env';
  return isEnvironment ? nameOf(property) : '';
}

function nameOf(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  return textOf(node) ?? '';
}

/** Returns the text of a string literal, or the first part of a template; `null` for anything else. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  return node.type === 'TemplateLiteral' ? (node.quasis[0]?.value.raw ?? null) : null;
}
