export { openTypes } from './built-in/base-types.ts';
export { internalName, isTaskRoot, isTriggerRoot, isTaskBase, productTypes } from './built-in/product-types.ts';
export { BadPlugin } from './definitions/bad-plugin.ts';
export { reservedNamespaceMessage } from './definitions/define-types.ts';
export {
  isScriptOutput,
  type Plugin,
  type MissingName,
  type PluginScript,
  type PropertyDefinition,
  plugin,
  propertyDefinition,
  propertyValue,
  type TypeDefinition,
  typeDefinition,
} from './definitions/type-definition.ts';
export { type ActivePlugins, trackActivePlugins, type PluginTypes } from './installed/active-plugins.ts';
export { referencedTypes } from './installed/referenced-types.ts';
export {
  automatedTypes,
  countModuleCharacters,
  isPollInput,
  type PluginType,
  passwordsOf,
  scriptOf,
} from './installed/types-from.ts';
export { isModulePath } from './jars/find-modules.ts';
export { missingNameWarnings, maxMissingNames, moduleCapacityWarnings } from './jars/lacks.ts';
export { type PluginResult, readJarsIn, readUnpacked } from './jars/read-folder.ts';
export { readJar } from './jars/read-plugin.ts';
