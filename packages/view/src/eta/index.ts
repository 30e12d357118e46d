export { etaEngine, type EtaEngineOptions } from './eta-engine.js';
