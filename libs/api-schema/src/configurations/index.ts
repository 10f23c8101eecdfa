export {
  type ConfigurationBody,
  type ConfigurationResponse,
  commonConfigurationFields,
  configurationBody,
  configurationIdOf,
  configurationResponse,
  configurationTrial,
  propertiesIn,
  type StatusResponse,
  showConfiguration,
  statusResponse,
  trialProperties,
} from './configuration.ts';
