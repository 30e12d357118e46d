import { describe, expect, it } from '@jest/globals';

import * as node from './index.js';

describe('@mortise/node', () => {
  it('exports the names in its README', () => {
    expect(Object.keys(node).sort()).toEqual([
      'NodeAdapterError',
      'connectRequest',
      'defaultLimits',
      'fromConnect',
      'installProcessGuards',
      'installSignalHandlers',
      'sendEarlyHints',
      'serve',
      'serveCluster',
      'toListener',
      'trailersOf',
      'withTrailers',
    ]);
  });
});
