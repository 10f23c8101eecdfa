export { type AgentOptions, runAgent } from './agent.ts';
export { type ContainerState, createEngine, type Engine, EngineError } from './engine.ts';
