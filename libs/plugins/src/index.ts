export { type ActivePlugins, activePlugins, type Installed, type PluginTypes } from './active-plugins.ts';
export { BadPlugin } from './bad-plugin.ts';
export { openTypes } from './base-types.ts';
export { innerName, isTaskRoot, productTypes } from './product-types.ts';
export { type Found, largestJar, readJarsIn, readUnpacked } from './read-folder.ts';
export { readJar } from './read-plugin.ts';
export * from './type-definition.ts';
export {
  automatedTypes,
  type PluginType,
  passwordsOf,
  typesFrom,
  typesWithAbortScript,
} from './types-from.ts';
