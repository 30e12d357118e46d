export { EnvError, readEnv } from './read-env.js';
