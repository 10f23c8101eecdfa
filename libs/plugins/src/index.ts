export { kubernetesType, openTypes } from './built-in/base-types.ts';
export {
  internalName,
  isTaskBase,
  isTaskRoot,
  isTriggerRoot,
  productTypes,
  taskMembers,
} from './built-in/product-types.ts';
export { reservedTypeWarning } from './definitions/define-types.ts';
export {
  BadPlugin,
  isScriptOutput,
  type MissingName,
  missingInputs,
  type Plugin,
  type PluginScript,
  type PropertyDefinition,
  plugin,
  propertyDefinition,
  propertyValue,
  type TypeDefinition,
  typeDefinition,
} from './definitions/type-definition.ts';
export { type ActivePlugins, type PluginTypes, trackActivePlugins } from './installed/active-plugins.ts';
export {
  type AutomationSettings,
  automatedTypes,
  countModuleCharacters,
  isContainerTask,
  isPollInput,
  type PluginType,
  passwordsOf,
  referencedTypes,
  scriptOf,
} from './installed/plugin-types.ts';
export { type Integration, replacementOf, typesOf } from './integrations/integration.ts';
export {
  bundledIntegrations,
  compiledFile,
  readIntegration,
  readIntegrations,
  reloadIntegrations,
} from './integrations/read-integrations.ts';
export { isModulePath } from './jars/find-modules.ts';
export { type PluginResult, readJarsIn, readUnpacked } from './jars/read-folder.ts';
export { readJar } from './jars/read-plugin.ts';
export { maxMissingNames, missingNameWarnings, moduleCapacityWarnings, withWarnings } from './jars/warnings.ts';
