import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { withService } from '../../../tooling/testing/with-service.js';
import { parseForm } from '../src/index.js';
import { query } from './arbitraries.js';
import { parseStr, phpVersion } from './php/php.js';
import { fromFixture, plain } from './php-value.js';

const version = phpVersion();
const seed = Number(process.env.FC_SEED ?? Math.floor(Math.random() * 2 ** 31));
const title = `PHP ${version ?? ''}, FC_SEED=${seed}`;

withService(version !== null, 'php (Debian: apt-get install php-cli)')(
  `parseForm against ${title}`,
  () => {
    it('returns what parse_str returns for random forms', () => {
      expectAgreement({ maxDepth: 64, maxParameters: 1000 });
    });

    it('truncates where parse_str truncates', () => {
      expectAgreement({ maxDepth: 2, maxParameters: 4 });
    });
  },
);

function expectAgreement(limits: {
  readonly maxDepth: number;
  readonly maxParameters: number;
}): void {
  const forms = fc.sample(query, { numRuns: numRuns(2_000), seed });
  const results = parseStr(forms, {
    max_input_nesting_level: String(limits.maxDepth),
    max_input_vars: String(limits.maxParameters),
  });
  const options = { ...limits, phpNames: true, onLimit: 'truncate' } as const;
  const ours = forms.map((form) => [form, plain(parseForm(form, options))]);
  const theirs = results.map(({ value }, index) => [
    forms[index],
    mapped(plain(fromFixture(value))),
  ]);
  expect(ours).toEqual(theirs);
}

/** The first level is a map here, whatever its names. */
function mapped(value: unknown): unknown {
  return { ...(value as object) };
}
