/** Where the site is built, and how: everything except its sources is in `.cache/site`. */
import { join } from 'node:path';
import { root } from '../setup/packages.js';

export const home = join(root, '.cache', 'site');
export const content = join(home, 'content');
export const built = join(home, 'dist');

/** The address of the published site: `SITE_URL`, else an example of one. Maps of sites and social images need it. */
export const address = (process.env.SITE_URL ?? 'https://mortise.example').replace(/\/$/, '');

/** A large young generation: syntax trees live long, and were copied again and again. */
export const compiling = '--max-semi-space-size=128';
