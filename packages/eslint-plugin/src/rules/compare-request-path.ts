import type { Node, SimpleCallExpression } from 'estree';
import { createRule } from '../create-rule.js';
import { fieldOf, methodOf, type Placed, ValueFlow, variableOf } from '../value-flow.js';

const COMPARISONS: ReadonlySet<string> = new Set(['==', '===', '!=', '!==', 'in']);
/** String methods that compare the string with another. */
const COMPARING: ReadonlySet<string> = new Set([
  ...['endsWith', 'includes', 'indexOf', 'lastIndexOf', 'localeCompare'],
  ...['match', 'matchAll', 'search', 'startsWith'],
]);
/** Methods of expressions, sets, maps, lists and strings that compare their argument. */
const ASKING: ReadonlySet<string> = new Set([
  ...['endsWith', 'exec', 'get', 'has', 'includes', 'indexOf'],
  ...['localeCompare', 'startsWith', 'test'],
]);
/** Text that can be encoded in only one way, or that distinguishes the forms of a request target. */
const EXACT = /^(?:[#*?]?|\/{1,2}|https?:(?:\/\/)?)$/;

/** String methods that return another form of the same path. */
const OF_TEXT: ReadonlySet<string> = new Set([
  ...['at', 'concat', 'normalize', 'pop', 'replace', 'replaceAll', 'shift', 'slice', 'split'],
  ...['substr', 'substring', 'toLowerCase', 'toString', 'toUpperCase'],
  ...['trim', 'trimEnd', 'trimStart'],
]);
const OF_URI: ReadonlySet<string> = new Set(['withFragment', 'withQuery', 'withScheme']);
const CONVERSIONS: ReadonlySet<string> = new Set(['String', 'decodeURI', 'decodeURIComponent']);

/** Reports comparisons of a path as received, because a client can encode it in many ways. */
export const compareRequestPath = createRule({
  name: 'compare-request-path',
  description: 'Require path checks to compare `requestPath(request)`',
  messages: {
    received:
      '`{{source}}` is the path as received: `/%61dmin` passes a comparison with `/admin`. Compare `requestPath(request)`, or use `underPath`.',
  },
  create(context) {
    const code = context.sourceCode;
    const uris: Placed[] = [];
    const targets: Placed[] = [];
    const fields = new Map<string, Placed[]>();
    const isUri = (node: Node): boolean =>
      node.type === 'Identifier' &&
      /^(?:request)?uri$/i.test(node.name) &&
      variableOf(code.getScope(node), node.name)?.defs[0]?.type === 'Parameter';
    return {
      CallExpression(node) {
        if (callsMethod(node, 'getUri')) uris.push(node);
        if (callsMethod(node, 'getRequestTarget')) targets.push(node);
      },
      MemberExpression(node) {
        const field = fieldOf(node);
        if (field !== null) fields.set(field, [...(fields.get(field) ?? []), node]);
        if (isUri(node.object)) uris.push(node.object as Placed);
      },
      'Program:exit'() {
        const ofUris = new ValueFlow({ code, fields, methods: OF_URI, functions: new Set() });
        const paths = uris.flatMap((uri) => ofUris.from(uri)).flatMap(pathOf);
        const ofTexts = { code, fields, methods: OF_TEXT, functions: CONVERSIONS };
        const report = (from: readonly Placed[], source: string): void => {
          const flow = new ValueFlow(ofTexts);
          for (const node of new Set(from.flatMap((each) => flow.from(each)))) {
            if (isCompared(node)) context.report({ node, messageId: 'received', data: { source } });
          }
        };
        report(paths, 'getUri().getPath()');
        report(targets, 'getRequestTarget()');
      },
    };
  },
});

/** Returns the call of a URI's `getPath`. */
function pathOf(uri: Placed): readonly Placed[] {
  const member = uri.parent as Placed;
  const call = member.parent as Placed | null;
  return call !== null && callsMethod(call, 'getPath') && call.callee === member ? [call] : [];
}

function callsMethod(node: Node, name: string): node is Node & { type: 'CallExpression' } {
  return node.type === 'CallExpression' && methodOf(node.callee) === name;
}

function isCompared(node: Placed): boolean {
  const parent = node.parent as Placed;
  switch (parent.type) {
    case 'BinaryExpression':
      return (
        COMPARISONS.has(parent.operator) &&
        !isExact(parent.left === node ? parent.right : parent.left)
      );
    case 'SwitchStatement':
      return parent.discriminant === node;
    case 'MemberExpression':
      return parent.object === node ? isComparison(parent) : isRead(parent);
    case 'CallExpression':
      return parent.arguments.includes(node as never) && asks(parent, node);
    default:
      return false;
  }
}

/** Whether a call compares its argument: `guarded.has(path)`, `Object.is(path, '/admin')`. */
function asks({ callee, arguments: given }: SimpleCallExpression, text: Node): boolean {
  const method = methodOf(callee) ?? '';
  return method === 'is'
    ? given.every((each) => each === text || !isExact(each))
    : ASKING.has(method);
}

/** Whether a member is a comparing method that is called, such as `path.startsWith('/admin')`. */
function isComparison(member: Placed): boolean {
  const { parent } = member;
  if (parent.type !== 'CallExpression' || parent.callee !== member) return false;
  const [other] = parent.arguments;
  return COMPARING.has(methodOf(member) ?? '') && (other === undefined || !isExact(other));
}

/** Whether a member such as `guards[path]` is read, not assigned. */
function isRead(member: Placed): boolean {
  const { parent } = member;
  const isLeft = parent.type === 'AssignmentExpression' && parent.left === member;
  return !isLeft && parent.type !== 'UpdateExpression';
}

function isExact(node: Node): boolean {
  if (node.type !== 'Literal') return node.type === 'Identifier' && node.name === 'undefined';
  return typeof node.value === 'string' ? EXACT.test(node.value) : node.value === null;
}
