import type { HttpFactoriesInterface } from '@mortise/http-message';
import type { Capabilities } from './capabilities.js';
import { casesOf, type ConformanceCase, type Rules } from './conformance-case.js';
import { anyStream } from './rules/any-stream.js';
import { closedStream } from './rules/closed-stream.js';
import { fileStream } from './rules/file-stream.js';
import { memoryStream } from './rules/memory-stream.js';
import { resourceStream } from './rules/resource-stream.js';
import { seekableStream } from './rules/seekable-stream.js';
import {
  byteResources,
  byteStreams,
  fileStreams,
  resourceStreams,
  type StreamSubject,
  textStreams,
} from './rules/stream-subjects.js';

/** Returns the cases of streams: each rule on every kind of stream that it applies to. */
export function streamCases(
  factories: HttpFactoriesInterface,
  { files }: Capabilities,
): readonly ConformanceCase[] {
  const open = [anyStream, closedStream];
  const seekable = [...open, seekableStream];
  const inMemory = [...seekable, memoryStream];
  return [
    ...on('text in memory', textStreams(factories), inMemory),
    ...on('bytes in memory', byteStreams(factories), inMemory),
    ...on('bytes as a resource', byteResources(factories), inMemory),
    ...on('chunks from elsewhere', resourceStreams(factories), open),
    ...casesOf('stream', resourceStream, factories),
    ...(files ? on('file', fileStreams(factories, files), seekable) : []),
    ...(files ? casesOf('stream', fileStream, { factories, files }) : []),
  ];
}

function on(
  name: string,
  subject: StreamSubject,
  groups: readonly Rules<StreamSubject>[],
): ConformanceCase[] {
  return groups.flatMap((rules) => casesOf('stream', rules, subject, name));
}
