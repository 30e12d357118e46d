import type { Node, SimpleCallExpression } from 'estree';
import { createRule } from '../create-rule.js';
import { fieldOf, isSum, methodOf, type Placed, ValueFlow, variableOf } from '../value-flow.js';

const COMPARISONS: ReadonlySet<string> = new Set(['==', '===', '!=', '!==', 'in']);
/** String methods that compare the string with another. */
const COMPARING: ReadonlySet<string> = new Set([
  ...['endsWith', 'includes', 'indexOf', 'lastIndexOf', 'localeCompare'],
  ...['match', 'matchAll', 'search', 'startsWith'],
]);
/** Methods of expressions, sets, maps, lists and strings that compare their argument. */
const ASKING: ReadonlySet<string> = new Set([
  ...['endsWith', 'exec', 'get', 'has', 'hasOwn', 'hasOwnProperty', 'includes', 'indexOf'],
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
/** The members of `new URL(text)`, and of a message of Node, that have the path. */
const OF_URL: ReadonlySet<string> = new Set(['href', 'pathname']);
const OF_MESSAGE: ReadonlySet<string> = new Set(['originalUrl', 'url']);
const OF_SERVER: ReadonlySet<string> = new Set(['REQUEST_URI']);

/** Reports comparisons of a path as received, because a client can encode it in many ways. */
export const compareRequestPath = createRule({
  name: 'compare-request-path',
  description: 'Require path checks to compare `requestPath(request)`',
  messages: {
    received:
      '`{{source}}` is the path as received, so `/%61dmin` evades a comparison with `/admin`. Compare `requestPath(request)`, or use `underPath`.',
  },
  create(context) {
    const code = context.sourceCode;
    const uris: Placed[] = [];
    const targets: Placed[] = [];
    const messages: Placed[] = [];
    const servers: Placed[] = [];
    const fields = new Map<string, Placed[]>();
    const isUri = (node: Node): boolean =>
      node.type === 'Identifier' &&
      /^(?:request)?uri$/i.test(node.name) &&
      variableOf(code.getScope(node), node.name)?.defs[0]?.type === 'Parameter';
    return {
      CallExpression(node) {
        if (callsMethod(node, 'getUri')) uris.push(node);
        if (callsMethod(node, 'getRequestTarget')) targets.push(node);
        if (callsMethod(node, 'getServerParams')) servers.push(node);
        if (callsFunction(node, 'connectRequest')) messages.push(node);
      },
      MemberExpression(node) {
        const field = fieldOf(node);
        if (field !== null) fields.set(field, [...(fields.get(field) ?? []), node]);
        if (isUri(node.object)) uris.push(node.object as Placed);
      },
      'Program:exit'() {
        const ofUris = new ValueFlow({ code, fields, methods: OF_URI, functions: new Set() });
        const known = uris.flatMap((uri) => ofUris.from(uri));
        const ofTexts = { code, fields, methods: OF_TEXT, functions: CONVERSIONS };
        const report = (from: readonly Placed[], source: string): void => {
          const flow = new ValueFlow(ofTexts);
          const urls: Placed[] = [];
          for (const node of new Set(from.flatMap((each) => flow.from(each)))) {
            if (isCompared(node)) context.report({ node, messageId: 'received', data: { source } });
            if (isTextOfUrl(node)) urls.push(...flow.from(node.parent as Placed));
          }
          const texts = urls.flatMap((url) => [...flow.members(url, OF_URL), ...textOf(url)]);
          if (texts.length > 0) report(texts, source);
        };
        const membersOf = (from: readonly Placed[], names: ReadonlySet<string>) => {
          const flow = new ValueFlow(ofTexts);
          return from
            .flatMap((each) => flow.from(each))
            .flatMap((each) => flow.members(each, names));
        };
        report(known.flatMap(pathOf), 'getUri().getPath()');
        report(known.flatMap(textOf), 'getUri().toString()');
        report(targets, 'getRequestTarget()');
        report(membersOf(messages, OF_MESSAGE), 'connectRequest(request).url');
        report(membersOf(servers, OF_SERVER), 'getServerParams().REQUEST_URI');
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

/** The text of a URI or URL: `uri.toString()`, `String(uri)`, `${uri}`, `uri + ''`. */
function textOf(uri: Placed): readonly Placed[] {
  const parent = uri.parent as Placed;
  if (parent.type === 'MemberExpression') {
    const call = parent.parent as Placed;
    return callsMethod(call, 'toString') && call.callee === parent ? [call] : [];
  }
  const isText =
    callsFunction(parent, 'String') || parent.type === 'TemplateLiteral' || isSum(parent);
  return isText ? [parent] : [];
}

/** Whether a node is `text` of `new URL(text)`. */
function isTextOfUrl(node: Placed): boolean {
  const { parent } = node;
  return (
    parent.type === 'NewExpression' &&
    parent.callee.type === 'Identifier' &&
    parent.callee.name === 'URL' &&
    parent.arguments[0] === node
  );
}

function callsFunction(node: Node, name: string): boolean {
  return (
    node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === name
  );
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
