export { type AutomatableTasks, findAutomatableTasks } from './automatable-tasks.ts';
export {
  addIntegrations,
  type IntegrationState,
  type IntegrationTypes,
  listIntegrations,
  setIntegration,
} from './integrations.ts';
export {
  type ConnectionProperty,
  findMissingConnections,
  findMissingTemplates,
  findPlaceholders,
  findUnknownTypes,
  type MissingReference,
  type MissingReferences,
} from './missing-references.ts';
export {
  findPlugin,
  type InstalledPlugin,
  installPlugin,
  listPlugins,
  type PluginSource,
  pluginSources,
  readPluginContents,
  readPluginsVersion,
  removePlugin,
} from './plugins.ts';
