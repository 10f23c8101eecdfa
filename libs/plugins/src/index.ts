export { BadPlugin } from './bad-plugin.ts';
export { eventTypes } from './event-types.ts';
export { readJar } from './read-plugin.ts';
export * from './type-definition.ts';
export { automatedTypes, isTaskRoot, type PluginType, passwordsOf, typesFrom } from './types-from.ts';
