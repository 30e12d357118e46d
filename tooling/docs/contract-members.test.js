/** The tables of members beyond PSR, and of what adapters and messages tell each other, list what the sources have. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { root, sourcesIn } from '../setup/packages.js';

const read = (path) => readFileSync(join(root, path), 'utf8');

const PSR = {
  MessageInterface:
    'getProtocolVersion withProtocolVersion getHeaders hasHeader getHeader getHeaderLine withHeader withAddedHeader withoutHeader getBody withBody',
  RequestInterface: 'getRequestTarget withRequestTarget getMethod withMethod getUri withUri',
  ServerRequestInterface:
    'getServerParams getCookieParams withCookieParams getQueryParams withQueryParams getUploadedFiles withUploadedFiles getParsedBody withParsedBody getAttributes getAttribute withAttribute withoutAttribute',
  ResponseInterface: 'getStatusCode withStatus getReasonPhrase',
  UriInterface:
    'getScheme getAuthority getUserInfo getHost getPort getPath getQuery getFragment withScheme withUserInfo withHost withPort withPath withQuery withFragment',
  StreamInterface:
    'close detach getSize tell eof isSeekable seek rewind isWritable write isReadable read getContents getMetadata',
  UploadedFileInterface: 'getStream moveTo getSize getError getClientFilename getClientMediaType',
  RequestHandlerInterface: 'handle',
  MiddlewareInterface: 'process',
};

/** The names of the members of each interface. */
function membersOf(folder) {
  const members = new Map();
  for (const file of sourcesIn(join(root, folder))) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
    for (const node of source.statements.filter(ts.isInterfaceDeclaration)) {
      members.set(node.name.text, new Set(node.members.map(({ name }) => name?.getText(source))));
    }
  }
  return members;
}

it('the README of http-message lists each member beyond PSR', () => {
  const [, table] = read('packages/http-message/README.md').split('Members beyond PSR:');
  const listed = [...table.split('## ')[0].matchAll(/`(\w+Interface)(.*?)` \|/g)].flatMap(
    ([cell, owner]) =>
      [...cell.matchAll(/(?:[.` ])(\w+)(?=\(|` \|)|(\[Symbol\.asyncIterator\])/g)].map(
        ([, name, symbol]) => `${owner}.${name ?? symbol}`,
      ),
  );
  const beyond = Object.entries(PSR).flatMap(([owner, names]) =>
    [...membersOf('packages/http-message/src').get(owner)]
      .filter((name) => !names.split(' ').includes(name))
      .map((name) => `${owner}.${name}`),
  );
  expect(listed.toSorted()).toEqual(beyond.toSorted());
});

/** Symbols of errors, and of a context, not shortcuts around a contract. */
const OF_OTHERS = new Set(['BRAND', 'HTTP_ERROR', 'OUTAGE', 'REQUEST_CONTEXT']);

it('docs/architecture.md lists each symbol between adapters and messages', () => {
  const [, table] = read('docs/architecture.md').split(
    '## What adapters and messages tell each other',
  );
  const listed = [...table.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name);
  const symbols = read('packages/base/src/symbols.ts').matchAll(/const (\w+): unique symbol/g);
  const declared = [...symbols].map(([, name]) => name).filter((name) => !OF_OTHERS.has(name));
  expect(listed.toSorted()).toEqual(declared.toSorted());
});
