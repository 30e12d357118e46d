import { describe, expect, it } from '@jest/globals';
import {
  type ErrorFacts,
  type ErrorRenderer,
  htmlErrorRenderer,
  jsonErrorRenderer,
  plainErrorRenderer,
  problemErrorRenderer,
  xmlErrorRenderer,
} from '../../index.js';

const cause = Object.assign(new RangeError('<in>'), {
  code: 'E_IN',
  stack: 'RangeError: <in>\n    at open (file:///shelf.js:3:9)\n    at read (node:fs:1:2)',
});
const error = Object.assign(new TypeError('out & in', { cause }), { code: 7, stack: 'TypeError' });

const plain = Object.assign(new Error('x'), { stack: '' });

const bare: ErrorFacts = {
  status: 500,
  code: null,
  title: 'Application Error',
  description: '',
  detail: '',
  problem: {},
  headers: [],
};
const full: ErrorFacts = {
  status: 404,
  code: 'A&B',
  title: '404 Not <Found>',
  description: 'Described & so',
  detail: 'In <detail>',
  problem: { book: 7, errors: [{ in: 'query', pointer: '#/a', detail: '<bad>' }, { detail: 'x' }] },
  headers: [['X-A', 'b']],
};
const { errors } = full.problem;
const page = (title: string, content: string): string => `${title}|${content}`;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const FAULTS = '<ul><li><code>query #/a</code>: &lt;bad&gt;</li><li>x</li></ul>';

describe('the body of an error', () => {
  it.each<[string, ErrorRenderer, ErrorFacts, string]>([
    ['HTML', htmlErrorRenderer(page), bare, 'Application Error|'],
    [
      'HTML',
      htmlErrorRenderer(page),
      full,
      `404 Not &lt;Found&gt;|<p>Described &amp; so</p>${FAULTS}`,
    ],
    ['text', plainErrorRenderer, bare, 'Application Error\n'],
    ['text', plainErrorRenderer, full, '404 Not <Found>\nIn <detail>\n- query #/a: <bad>\n- x\n'],
    [
      'XML',
      xmlErrorRenderer,
      bare,
      `${XML}\n<error>\n  <message><![CDATA[Application Error]]></message>\n</error>`,
    ],
    [
      'XML',
      xmlErrorRenderer,
      full,
      [
        XML,
        '<error>',
        '  <message><![CDATA[404 Not <Found>]]></message>',
        '  <code>A&amp;B</code>',
        '  <description><![CDATA[In <detail>]]></description>',
        '  <violation in="query #/a"><![CDATA[<bad>]]></violation>',
        '  <violation><![CDATA[x]]></violation>',
        '</error>',
      ].join('\n'),
    ],
  ])('as %s has exactly these parts', (_format, render, facts, body) => {
    expect(render(error, false, facts)).toBe(body);
  });

  it.each<[string, ErrorRenderer, ErrorFacts, object]>([
    ['JSON', jsonErrorRenderer, bare, { message: 'Application Error' }],
    [
      'JSON',
      jsonErrorRenderer,
      full,
      { book: 7, errors, message: '404 Not <Found>', code: 'A&B', description: 'In <detail>' },
    ],
    ['problem', problemErrorRenderer, bare, { title: 'Internal Server Error', status: 500 }],
    [
      'problem',
      problemErrorRenderer,
      full,
      {
        ...{ book: 7, errors, title: 'Not <Found>', status: 404 },
        ...{ detail: 'Described & so', code: 'A&B' },
      },
    ],
  ])('as %s has exactly these members, in this order', (_format, render, facts, members) => {
    const body = JSON.parse(render(error, false, facts)) as object;
    expect(body).toEqual(members);
    expect(Object.keys(body)).toEqual(Object.keys(members));
  });

  it('as JSON cannot lose its message to a member of the problem', () => {
    const facts = { ...full, problem: { message: 'a', code: 'b', description: 'c' } };
    expect(JSON.parse(jsonErrorRenderer(error, false, facts))).toEqual({
      message: '404 Not <Found>',
      code: 'A&B',
      description: 'In <detail>',
    });
  });
});

describe('the body of an error with details', () => {
  const exceptions = [
    { type: 'TypeError', code: 7, message: 'out & in' },
    { type: 'RangeError', code: 'E_IN', message: '<in>', file: 'file:///shelf.js', line: 3 },
  ];

  it('as JSON has the facts of each exception, without traces', () => {
    const body = JSON.parse(jsonErrorRenderer(error, true, bare)) as object;
    expect(body).toEqual({ message: 'Application Error', exception: exceptions });
    const unknown = JSON.parse(jsonErrorRenderer(plain, true, bare)) as {
      exception: object[];
    };
    expect(unknown.exception).toEqual([{ type: 'Error', code: null, message: 'x' }]);
  });

  it('as a problem has the facts of each exception, with traces', () => {
    const trace = 'at open (file:///shelf.js:3:9)\nat read (node:fs:1:2)';
    expect(JSON.parse(problemErrorRenderer(error, true, bare))).toEqual({
      title: 'Internal Server Error',
      status: 500,
      exceptions: [exceptions[0], { ...exceptions[1], trace }],
    });
  });

  it('as text has a line for each fact, and the causes after it', () => {
    expect(plainErrorRenderer(error, true, bare)).toBe(
      [
        'Application Error',
        'Type: TypeError',
        'Code: 7',
        'Message: out & in',
        'Previous Error:',
        'Type: RangeError',
        'Code: E_IN',
        'Message: <in>',
        'File: file:///shelf.js',
        'Line: 3',
        'Trace: at open (file:///shelf.js:3:9)\nat read (node:fs:1:2)',
      ].join('\n'),
    );
  });

  it('as XML has an element for each fact, and the causes after it', () => {
    expect(xmlErrorRenderer(error, true, bare)).toBe(
      [
        XML,
        '<error>',
        '  <message><![CDATA[Application Error]]></message>',
        '  <exception>',
        '    <type>TypeError</type>',
        '    <code>7</code>',
        '    <message><![CDATA[out & in]]></message>',
        '  </exception>',
        '  <exception>',
        '    <type>RangeError</type>',
        '    <code>E_IN</code>',
        '    <message><![CDATA[<in>]]></message>',
        '    <file>file:///shelf.js</file>',
        '    <line>3</line>',
        '  </exception>',
        '</error>',
      ].join('\n'),
    );
    expect(xmlErrorRenderer(plain, true, bare)).not.toContain('<code>');
  });

  it('as HTML has a row for each fact instead of the description, and the causes after it', () => {
    expect(htmlErrorRenderer(page)(error, true, full)).toBe(
      [
        '404 Not &lt;Found&gt;|',
        '<p>The application could not run because of the following error:</p>',
        '<h2>Details</h2>',
        '<div><strong>Type:</strong> TypeError</div>',
        '<div><strong>Code:</strong> 7</div>',
        '<div><strong>Message:</strong> out &amp; in</div>',
        '<h2>Caused by</h2>',
        '<div><strong>Type:</strong> RangeError</div>',
        '<div><strong>Code:</strong> E_IN</div>',
        '<div><strong>Message:</strong> &lt;in&gt;</div>',
        '<div><strong>File:</strong> file:///shelf.js</div>',
        '<div><strong>Line:</strong> 3</div>',
        '<h2>Trace</h2><pre>at open (file:///shelf.js:3:9)\nat read (node:fs:1:2)</pre>',
        FAULTS,
      ].join(''),
    );
  });
});

it('the default page has the title twice, the content once, and no script', () => {
  const html = htmlErrorRenderer()(error, false, full);
  expect(html.split('404 Not &lt;Found&gt;')).toHaveLength(3);
  expect(html).toContain(`<h1>404 Not &lt;Found&gt;</h1>\n<p>Described &amp; so</p>${FAULTS}\n`);
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n/);
  expect(html).not.toContain('<script');
});
