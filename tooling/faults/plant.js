/**
 * Plants all faults of a source file at once, each behind a switch: `__fault(7) ? wrong : right`. One program then has
 * every fault, and one number says which of them is there.
 */
import ts from 'typescript';
import { canBeDropped, faultsOfExpression } from './operators.js';

/**
 * @param text a TypeScript module
 * @param firstId the number of the first fault; the others follow it
 * @returns `text` with switches, and the faults in order of their numbers: `line` starts at 1, `before` and `after` are
 * the changed piece of source, `after` is empty for a dropped statement; `runsOnce` if it is outside all functions, so
 * that it runs when the module is loaded
 */
export function plant(text, firstId = 0) {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
  const faults = [];
  return { text: render(source) + text.slice(source.end), faults };

  function render(node) {
    if (isOutside(node)) return node.getText(source);
    let own = '';
    let position = node === source ? 0 : node.getStart(source);
    node.forEachChild((child) => {
      if (child.kind === ts.SyntaxKind.EndOfFileToken) return;
      own += text.slice(position, child.getStart(source)) + render(child);
      position = child.end;
    });
    own += text.slice(position, node.end);
    if (canBeDropped(node)) return `{ if (!${number(node, '')}) { ${own} } }`;
    if (!ts.isExpression(node) || !canBeReplaced(node)) return own;
    const wrong = faultsOfExpression(node, source);
    if (wrong.length === 0) return own;
    return `(${wrong.map((after) => `${number(node, after)} ? (${after}) : `).join('')}(${own}))`;
  }

  function number(node, after) {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    faults.push({
      id: firstId + faults.length,
      line: line + 1,
      before: node.getText(source),
      after,
      runsOnce: ts.findAncestor(node, ts.isFunctionLike) === undefined,
    });
    return `__fault(${firstId + faults.length - 1})`;
  }
}

/** What is not run: types, and names of modules. */
function isOutside(node) {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    (node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.DeclareKeyword) ?? false)
  );
}

/** An expression whose value alone matters: no target, no name, no middle of a chain. */
function canBeReplaced(node) {
  const { parent } = node;
  if (parent.name === node || parent.propertyName === node || ts.isComputedPropertyName(parent)) {
    return false;
  }
  if (ts.isBinaryExpression(parent) && parent.left === node) {
    return parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken;
  }
  return (
    !ts.isDeleteExpression(parent) && !ts.isTaggedTemplateExpression(parent) && !isPattern(node)
  );
}

/** `[a, b]` of `for (const [a, b] of ...)` without a declaration. */
function isPattern(node) {
  return ts.isForOfStatement(node.parent) && node.parent.initializer === node;
}
