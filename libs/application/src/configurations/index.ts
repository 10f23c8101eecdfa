export {
  addOrChangeConfiguration,
  changeConfiguration,
  deleteConfiguration,
  renderConfiguration,
} from './configurations.ts';
export {
  getConfiguration,
  getPermittedConfiguration,
  listConfigurations,
  requireConfigurationPermission,
} from './find.ts';
export { listConfigurationTypes } from './list-types.ts';
export { configurationStatus } from './status.ts';
