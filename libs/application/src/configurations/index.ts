export {
  addOrChangeConfiguration,
  changeConfiguration,
  deleteConfiguration,
  renderConfiguration,
} from './configurations.ts';
export { getConfiguration, getPermittedConfiguration, requireConfigurationPermission } from './find.ts';
export { listConfigurations } from './search.ts';
export { configurationStatus } from './status.ts';
