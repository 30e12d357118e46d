import type { HttpFactoriesInterface } from '@mortise/http-message';
import type { Capabilities } from './capabilities.js';
import { casesOf, type ConformanceCase } from './conformance-case.js';
import { messageCases } from './message-cases.js';
import { changingUris } from './rules/changing-uris.js';
import { creator } from './rules/creator.js';
import { factoryRules } from './rules/factories.js';
import { lazyCreator } from './rules/lazy-creator.js';
import { lifetimeFacts } from './rules/lifetime-facts.js';
import { lifetime } from './rules/lifetime.js';
import { lifetimeFailures } from './rules/lifetime-failures.js';
import { movingUploads } from './rules/moving-uploads.js';
import { printingUris } from './rules/printing-uris.js';
import { readingUris } from './rules/reading-uris.js';
import { receivedCopies } from './rules/server-request-copies.js';
import { handmadeRequests, receivedRequests } from './rules/subjects.js';
import { temporaryStorage } from './rules/temporary-storage.js';
import { uploadedFile } from './rules/uploaded-file.js';
import { streamCases } from './stream-cases.js';

/**
 * Returns a case for each rule of the contracts, to run on one implementation, grouped by contract.
 *
 * @param capabilities features that only some runtimes have; rules about omitted features are left out
 */
export function conformanceCases(
  factories: HttpFactoriesInterface,
  capabilities: Capabilities = {},
): readonly ConformanceCase[] {
  return [
    ...messageCases(factories),
    ...[readingUris, changingUris, printingUris].flatMap((rules) =>
      casesOf('uri', rules, factories),
    ),
    ...streamCases(factories, capabilities),
    ...casesOf('uploaded file', uploadedFile, factories),
    ...casesOf('factories', factoryRules, factories),
    ...[creator, lazyCreator, receivedCopies].flatMap((rules) =>
      casesOf('creator', rules, factories),
    ),
    ...[handmadeRequests, receivedRequests].flatMap((requests) => {
      const create = () => requests(factories).create().getLifetime();
      const by = requests === handmadeRequests ? 'request made by hand' : 'request from a source';
      const rules = { ...lifetime, ...lifetimeFacts, ...lifetimeFailures };
      return casesOf('lifetime', rules, { create }, by);
    }),
    ...storageCases(factories, capabilities),
  ];
}

function storageCases(
  factories: HttpFactoriesInterface,
  { files, temporaryStorage: storage }: Capabilities,
): readonly ConformanceCase[] {
  return [
    ...(files ? casesOf('uploaded file', movingUploads, { factories, files }) : []),
    ...(storage ? casesOf('temporary storage', temporaryStorage, { storage, files }) : []),
  ];
}
