import type { HttpFactoriesInterface } from '@mortise/http-message';
import { casesOf, type ConformanceCase } from './conformance-case.js';
import { attributes } from './rules/attributes.js';
import { messageValue } from './rules/message-value.js';
import { readingHeaders } from './rules/reading-headers.js';
import { requestLine, requestUri } from './rules/request.js';
import { response } from './rules/response.js';
import { serverRequestCopies } from './rules/server-request-copies.js';
import { serverRequestParams } from './rules/server-request-params.js';
import {
  clientRequests,
  handmadeRequests,
  type MessageSubject,
  receivedRequests,
  type RequestSubject,
  responses,
  type ServerRequestSubject,
} from './rules/subjects.js';
import { writingHeaders } from './rules/writing-headers.js';

/** Returns the cases of requests and responses: each rule on every kind of message that it applies to. */
export function messageCases(factories: HttpFactoriesInterface): readonly ConformanceCase[] {
  const serverRequests: Record<string, ServerRequestSubject> = {
    'server request made by hand': handmadeRequests(factories),
    'server request from a source': receivedRequests(factories),
  };
  const requests: Record<string, RequestSubject> = {
    request: clientRequests(factories),
    ...serverRequests,
  };
  const messages: Record<string, MessageSubject> = { response: responses(factories), ...requests };
  return [
    ...on(messages, (subject, name) =>
      [readingHeaders, writingHeaders, messageValue].flatMap((rules) =>
        casesOf('message', rules, subject, name),
      ),
    ),
    ...on(requests, (subject, name) =>
      [requestLine, requestUri].flatMap((rules) => casesOf('request', rules, subject, name)),
    ),
    ...on(serverRequests, (subject, name) =>
      [serverRequestParams, serverRequestCopies, attributes].flatMap((rules) =>
        casesOf('server request', rules, subject, name),
      ),
    ),
    ...casesOf('response', response, factories),
  ];
}

function on<Subject>(
  subjects: Readonly<Record<string, Subject>>,
  cases: (subject: Subject, name: string) => ConformanceCase[],
): ConformanceCase[] {
  return Object.entries(subjects).flatMap(([name, subject]) => cases(subject, name));
}
