export { openTypes } from './built-in/base-types.ts';
export { innerName, isTaskRoot, productTypes } from './built-in/product-types.ts';
export { BadPlugin } from './definitions/bad-plugin.ts';
export * from './definitions/type-definition.ts';
export { type ActivePlugins, activePlugins, type Installed, type PluginTypes } from './installed/active-plugins.ts';
export {
  automatedTypes,
  type PluginType,
  passwordsOf,
  typesFrom,
  typesWithAbortScript,
} from './installed/types-from.ts';
export { type Found, largestJar, readJarsIn, readUnpacked } from './jars/read-folder.ts';
export { readJar } from './jars/read-plugin.ts';
