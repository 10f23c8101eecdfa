export { type ActivePlugins, activePlugins, type Installed, type PluginTypes } from './active-plugins.ts';
export { BadPlugin } from './bad-plugin.ts';
export { eventTypes } from './event-types.ts';
export { type Found, largestJar, readJarsIn, readUnpacked } from './read-folder.ts';
export { readJar } from './read-plugin.ts';
export * from './type-definition.ts';
export {
  automatedTypes,
  isTaskRoot,
  type PluginType,
  passwordsOf,
  typesFrom,
  typesWithAbortScript,
} from './types-from.ts';
