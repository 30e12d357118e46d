/**
 * Lets Node run the workspace's TypeScript sources without a build:
 *
 *     node --conditions=@mortise/source --import ./tooling/loader/register.js program.ts
 */
import { register } from 'node:module';

register('./hooks.js', import.meta.url);
// `npm run faults`: so that programs which a test starts have the fault too.
if (process.env.MORTISE_FAULTS_PLANTED !== undefined) await import('../faults/register.js');
