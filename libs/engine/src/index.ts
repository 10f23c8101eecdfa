export { Overloaded, Repeated } from '@slipway/persistence';
export { addSamples } from './add-samples.ts';
export type { Dispatched } from './dispatch.ts';
export { createEngine, type Engine, type EngineOptions } from './engine.ts';
export { newId } from './ids.ts';
export { type OpenEngine, openEngine } from './open.ts';
export { addShared, type Sharer, updateShared } from './shared-variables.ts';
export type { Swept } from './sweep.ts';
export { Outdated, type Terms } from './terms.ts';
