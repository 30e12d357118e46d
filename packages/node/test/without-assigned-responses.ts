import { useInternal } from '../src/node-internals.js';

useInternal('ServerResponse.assignSocket', false);
