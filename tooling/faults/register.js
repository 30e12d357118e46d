/** Loaded by `tooling/loader/register.js` into every process and thread that runs planted sources. */
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import './switches.js';

const planted = JSON.parse(readFileSync(process.env.MORTISE_FAULTS_PLANTED, 'utf8'));
register('./hooks.js', import.meta.url, { data: { planted } });
