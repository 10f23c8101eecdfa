import { type Message, message } from '@slipway/domain/messages';
import type { PropertyDefinition, TypeDefinition } from '../definitions/type-definition.ts';
import { property, type } from './built-in-type.ts';

const secret = (name: string): PropertyDefinition => property({ name, password: true });

/** The properties of HTTP connections in the family (compatibility.md, Scripts). */
const connection: readonly PropertyDefinition[] = [
  property({ name: 'url', required: true, implied: true, label: 'URL', description: 'The address of the server' }),
  property({
    name: 'authenticationMethod',
    kind: 'enum',
    defaultValue: 'Basic',
    description: 'None, Basic, Bearer, PAT, OAuth2, or a method of the plugin',
  }),
  property({ name: 'username' }),
  secret('password'),
  property({ name: 'domain', description: 'The Windows domain, for NTLM' }),
  property({ name: 'clientId', description: 'For OAuth' }),
  secret('clientSecret'),
  property({ name: 'scope', description: 'For OAuth' }),
  property({ name: 'accessTokenUrl', label: 'Access token URL', description: 'For OAuth' }),
  property({ name: 'proxyHost' }),
  property({ name: 'proxyPort', kind: 'integer' }),
  property({ name: 'proxyUsername' }),
  secret('proxyPassword'),
  property({ name: 'proxyDomain' }),
];

const extension = (name: string, label: string): TypeDefinition =>
  type({ name, extends: 'udm.BaseConfigurationItem', label, virtual: true });

/** The built-in types that plugins extend (script-api.md, Plugin packaging). */
export const baseTypes: readonly TypeDefinition[] = [
  type({
    name: 'Configuration',
    extends: 'udm.BaseConfigurationItem',
    virtual: true,
    description: 'The base of connections and other settings of plugins',
  }),
  type({ name: 'configuration.HttpConnection', label: 'HTTP connection', properties: connection }),
  type({
    name: 'configuration.BasicAuthHttpConnection',
    extends: 'configuration.HttpConnection',
    label: 'HTTP connection with a name and a password',
  }),
  extension('PythonScript', 'Script of a task'),
  type({
    name: 'ContainerTask',
    extends: 'Task',
    label: 'Task in a container',
    virtual: true,
  }),
  extension('RemoteScriptExecution', 'Script in a container'),
  extension('Tile', 'Tile of a dashboard'),
  extension('ExportHook', 'Export of releases'),
  extension('JdbcExportHook', 'Export of releases to a database'),
];

/** Connections of these types keep unknown members, because exports can contain connections without their plugin. */
export const openTypes: ReadonlySet<string> = new Set([
  'configuration.HttpConnection',
  'configuration.BasicAuthHttpConnection',
]);

/** The base types whose subtypes have scripts that run in containers. */
export const containerRoots: readonly string[] = ['ContainerTask', 'RemoteScriptExecution'];

/** The base types without an effect here, and the warning about their subtypes. */
export const withoutEffect: Readonly<Record<string, (types: readonly Message[]) => Message>> = {
  ContainerTask: (types) => message('pluginWarning.containerTasks', { types }),
  RemoteScriptExecution: (types) => message('pluginWarning.remoteScripts', { types }),
  Tile: (types) => message('pluginWarning.tiles', { types }),
  ExportHook: (types) => message('pluginWarning.exportHooks', { types }),
  JdbcExportHook: (types) => message('pluginWarning.exportHooks', { types }),
};
