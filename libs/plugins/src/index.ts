export { openTypes } from './built-in/base-types.ts';
export { innerName, isTaskRoot, isTriggerRoot, makesTasks, productTypes } from './built-in/product-types.ts';
export { BadPlugin } from './definitions/bad-plugin.ts';
export { inNamespaceOfProduct } from './definitions/define-types.ts';
export {
  isLeftByScripts,
  type Plugin,
  type PluginLack,
  type PluginScript,
  type PropertyDefinition,
  plugin,
  propertyDefinition,
  propertyValue,
  type TypeDefinition,
  typeDefinition,
} from './definitions/type-definition.ts';
export { type ActivePlugins, activePlugins, type PluginTypes } from './installed/active-plugins.ts';
export { referencedTypes } from './installed/referenced-types.ts';
export {
  automatedTypes,
  charactersOfModules,
  isPolled,
  type PluginType,
  passwordsOf,
  scriptOf,
} from './installed/types-from.ts';
export { isModulePath } from './jars/find-modules.ts';
export { lackWarnings, mostLacks, roomWarnings } from './jars/lacks.ts';
export { type Found, readJarsIn, readUnpacked } from './jars/read-folder.ts';
export { readJar } from './jars/read-plugin.ts';
