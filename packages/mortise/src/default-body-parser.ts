import type { BodyParsers as TextParsers } from '@mortise/app';
import {
  type BodyParser,
  type BodyParsers,
  type BodyReader,
  bodyParsing,
} from '@mortise/body-parsers';
import type { HttpFactoriesInterface, MiddlewareInterface } from '@mortise/http-message';
import { createTemporaryStorage } from '@mortise/message/node';

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The body parsing that applications of this package have: JSON, forms, XML and multipart forms. XML
 * and multipart load with the first body of their kind.
 */
export function defaultBodyParser(
  factories: HttpFactoriesInterface,
): (parsers: TextParsers) => MiddlewareInterface {
  const known: BodyParsers = { 'application/xml': parseXml, 'text/xml': parseXml };
  const readers = { 'multipart/form-data': multipartReader(factories) };
  return (parsers) =>
    bodyParsing({ factories, parsers: { ...known, ...fromText(parsers) }, readers });
}

const parseXml: BodyParser = async (body, type) => {
  const xml = await import('@mortise/body-parsers/xml');
  return xml.parseXml(body, type);
};

function multipartReader(factories: HttpFactoriesInterface): BodyReader {
  let reader: BodyReader | null = null;
  return async (request, type) => {
    const { multipartForm } = await import('@mortise/body-parsers/multipart');
    reader ??= multipartForm({ factories, storage: createTemporaryStorage() });
    return reader(request, type);
  };
}

/** Parsers of text, as an application registers them, made parsers of what a body holds. */
function fromText(parsers: TextParsers): BodyParsers {
  return Object.fromEntries(
    Object.entries(parsers).map(([type, parse]) => [
      type.toLowerCase(),
      (body: Uint8Array | string) => parse(typeof body === 'string' ? body : utf8.decode(body)),
    ]),
  );
}
