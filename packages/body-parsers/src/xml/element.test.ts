import { expect, it } from '@jest/globals';
import { parseXmlStrictly, type XmlElement } from './index.js';

const read = (xml: string): XmlElement => {
  const root = parseXmlStrictly(xml);
  if (root === null) throw new Error('an empty document');
  return root;
};

it('finds children and attributes of one namespace, of any prefix', () => {
  const root = read(
    '<r xmlns:p="u" xmlns:q="u" xmlns:o="v" a="1" p:a="2" o:a="3"><o:b>0</o:b><b>1</b><p:b>2</p:b><q:b>3</q:b><b>4</b><p:c/></r>',
  );
  const texts = (elements: readonly XmlElement[]) => elements.map(({ text }) => text);
  expect(texts(root.childrenNamed('b'))).toEqual(['1', '4']);
  expect(texts(root.childrenNamed('b', 'u'))).toEqual(['2', '3']);
  expect(root.children('u').map(({ name }) => name)).toEqual(['b', 'b', 'c']);
  expect([root.child('b')?.text, root.child('b', 'u')?.text]).toEqual(['1', '2']);
  expect([root.child('b', 'v')?.prefix, root.child('b', 'v')?.namespace]).toEqual(['o', 'v']);
  expect([root.child('c'), root.child('b', 'w')]).toEqual([null, null]);
  expect(root.attributes()).toEqual({ a: '1' });
  expect([root.attribute('a'), root.attribute('a', 'u'), root.attribute('a', 'v')]).toEqual([
    '1',
    '2',
    '3',
  ]);
  expect([root.attribute('b'), root.attribute('a', 'w'), root.attribute('xmlns')]).toEqual([
    null,
    null,
    null,
  ]);
  expect(Object.getPrototypeOf(root.attributes())).toBeNull();
});

it('lists the namespaces of elements and attributes at every depth; the outermost of a prefix wins', () => {
  const root = read(
    '<r xmlns="d"><a xmlns:p="u" p:x=""><p:b xmlns:p="v" xmlns:q="w"><q:c/></p:b></a><e xmlns=""/></r>',
  );
  expect(root.namespaces()).toEqual({ '': 'd', p: 'u', q: 'w' });
  expect(Object.getPrototypeOf(root.namespaces())).toBeNull();
  expect(read('<r/>').namespaces()).toEqual({});
});

it('omits declarations of namespaces, with and without a prefix', () => {
  expect(read('<r xmlns="d" xmlns:p="u" x:y="" xmlns:x="v"/>').attributes()).toEqual({});
  expect(read('<r xmlns:p="u" p:xmlns="1"/>').attributes('u')).toEqual({ xmlns: '1' });
});
