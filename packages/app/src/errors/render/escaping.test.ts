import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { errorFacts, HttpNotFoundException } from '../../index.js';
import { htmlErrorRenderer } from './html.js';
import { xmlErrorRenderer } from './xml.js';

class Nasty extends Error {
  static override readonly name = '<Nasty>';
  readonly code = 'A<B';
  override stack = 'Nasty: x\n    at <anonymous> (/a&b.js:3:7)';
}

const request = factories.createServerRequest('GET', '/');
const withRoutes = Object.assign(new HttpNotFoundException(request), {
  nearRoutes: () => [{ methods: ['GET', 'A&B'], pattern: '/<id>', reason: 'not "<id>"' }],
});

it('XML escapes class, code, file and message of an error, and the routes that came near', () => {
  const error = new Nasty('a]]>b]]>c');
  const body = xmlErrorRenderer(error, true, errorFacts(error));
  const split = '<![CDATA[a]]]]><![CDATA[>b]]]]><![CDATA[>c]]>';
  expect(body).toContain(
    [
      '    <type>&lt;Nasty&gt;</type>',
      '    <code>A&lt;B</code>',
      `    <message>${split}</message>`,
      '    <file>/a&amp;b.js</file>',
      '    <line>3</line>',
    ].join('\n'),
  );
  expect(xmlErrorRenderer(withRoutes, true, errorFacts(withRoutes))).toContain(
    '  <route><![CDATA[GET, A&B /<id>: not "<id>"]]></route>',
  );
});

it('XML keeps the characters that it allows', () => {
  const error = new Error('\t\n\r \ud7ff\ue000\ufffd\u{10000}\u{10ffff}');
  expect(xmlErrorRenderer(error, true, errorFacts(error))).toContain(`[${error.message}]`);
  for (const character of ['\u0000', '\u001f', '\ud800', '\ufffe', '\uffff']) {
    const other = new Error(character);
    expect(xmlErrorRenderer(other, true, errorFacts(other))).toContain('[\ufffd]');
  }
});

it('HTML escapes class, code and trace of an error, and the routes that came near', () => {
  const render = htmlErrorRenderer((_title, content) => content);
  const error = new Nasty('<m>');
  expect(render(error, true, errorFacts(error))).toBe(
    '<p>The application could not run because of the following error:</p><h2>Details</h2>' +
      '<div><strong>Type:</strong> &lt;Nasty&gt;</div>' +
      '<div><strong>Code:</strong> A&lt;B</div>' +
      '<div><strong>Message:</strong> &lt;m&gt;</div>' +
      '<div><strong>File:</strong> /a&amp;b.js</div>' +
      '<div><strong>Line:</strong> 3</div>' +
      '<h2>Trace</h2><pre>at &lt;anonymous&gt; (/a&amp;b.js:3:7)</pre>',
  );
  expect(render(withRoutes, true, errorFacts(withRoutes))).toContain(
    '<ul><li><code>GET, A&amp;B /&lt;id&gt;</code>: not &quot;&lt;id&gt;&quot;</li></ul>',
  );
});
