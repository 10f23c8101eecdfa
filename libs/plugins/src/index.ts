export * from './type-definition.ts';
export { automatedTypes, isTaskRoot, type PluginType, passwordsOf, typesFrom } from './types-from.ts';
