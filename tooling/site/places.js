/** Where the site is built, and how: everything except its sources is in `.cache/site`. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const home = join(root, '.cache', 'site');
export const content = join(home, 'content');
export const built = join(home, 'dist');

/** A large young generation: syntax trees live long, and were copied again and again. */
export const compiling = '--max-semi-space-size=128';
