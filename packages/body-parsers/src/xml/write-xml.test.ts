import { describe, expect, it } from '@jest/globals';
import type { ElementData } from './element-data.js';
import { parseXml } from './index.js';
import { writeXml } from './write-xml.js';

const named = (name: string, prefix = '', namespace = '') => ({ name, prefix, namespace });
const element = (
  nodes: ElementData['nodes'],
  attributes: ElementData['attributes'] = [],
  own = named('a'),
): ElementData => ({ ...own, attributes, nodes });

describe('writeXml', () => {
  it('escapes in text what a parser would read as markup or as another line end', () => {
    const written = writeXml(element(['&<>\r\n\t"\'']));
    expect(written).toBe('<a>&amp;&lt;&gt;&#13;\n\t"\'</a>');
    expect(parseXml(written)?.text).toBe('&<>\r\n\t"\'');
  });

  it('escapes in attributes and namespaces also quotes and whitespace', () => {
    const value = '&<>"\t\n\r\'';
    const written = writeXml(element([], [{ ...named('b', 'p', 'u:"'), value }]));
    expect(written).toBe('<a xmlns:p="u:&quot;" p:b="&amp;&lt;&gt;&quot;&#9;&#10;&#13;\'"/>');
    expect(parseXml(written)?.attribute('b', 'u:"')).toBe(value);
  });

  it.each<[string, ElementData, string]>([
    ['no content', element([]), '<a/>'],
    ['text and elements', element(['x', element([], [], named('b')), 'y']), '<a>x<b/>y</a>'],
    ['a default namespace', element([], [], named('a', '', 'u')), '<a xmlns="u"/>'],
    ['a prefix', element(['x'], [], named('a', 'p', 'u')), '<p:a xmlns:p="u">x</p:a>'],
    [
      'the prefix xml',
      element(
        [],
        [{ ...named('lang', 'xml', 'http://www.w3.org/XML/1998/namespace'), value: 'fr' }],
      ),
      '<a xml:lang="fr"/>',
    ],
    [
      'an attribute without a prefix in a default namespace',
      element([], [{ ...named('b'), value: '' }], named('a', '', 'u')),
      '<a xmlns="u" b=""/>',
    ],
    [
      'a namespace that an outer element declares',
      element([element([], [], named('b', 'p', 'u'))], [], named('a', 'p', 'u')),
      '<p:a xmlns:p="u"><p:b/></p:a>',
    ],
    [
      'a prefix of another namespace inside',
      element(
        [element([], [], named('b', 'p', 'v')), element([], [], named('c', 'p', 'u'))],
        [],
        named('a', 'p', 'u'),
      ),
      '<p:a xmlns:p="u"><p:b xmlns:p="v"/><p:c/></p:a>',
    ],
    [
      'an element in no namespace inside a default namespace',
      element([element([], [], named('b'))], [], named('a', '', 'u')),
      '<a xmlns="u"><b xmlns=""/></a>',
    ],
    [
      'a namespace that only a sibling declared',
      element([element([], [], named('b', 'p', 'u')), element([], [], named('c', 'p', 'u'))]),
      '<a><p:b xmlns:p="u"/><p:c xmlns:p="u"/></a>',
    ],
  ])('writes %s', (_what, data, written) => {
    expect(writeXml(data)).toBe(written);
  });
});
