/** Ends a run with an error if tests left something in their temporary folder, which it removes. */
import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';

export default function expectNothing() {
  const folder = tmpdir();
  const left = readdirSync(folder);
  rmSync(folder, { recursive: true, force: true });
  if (left.length > 0)
    throw new Error(
      `Tests left these in the temporary folder: ${left.join(', ')}. Remove them in afterAll or afterEach of the test that makes them.`,
    );
}
