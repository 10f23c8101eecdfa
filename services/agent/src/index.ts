export { runAgent } from './agent.ts';
export { type ContainerState, createEngine, type Engine } from './engine.ts';
