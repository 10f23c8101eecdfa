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

/** The type of the connections to clusters in which container tasks run. */
export const kubernetesType = 'configuration.KubernetesCluster';

const clusterProperties: readonly PropertyDefinition[] = [
  property({
    name: 'kubeconfig',
    password: true,
    description: 'The current context of this file is used, and its certificates and token',
  }),
  property({ name: 'url', label: 'URL', description: 'Without a kubeconfig: the address of the API server' }),
  property({ name: 'namespace', description: 'The namespace of the jobs. Empty: the one of the kubeconfig' }),
  property({ name: 'token', password: true, description: 'The token of a service account' }),
  property({
    name: 'caCertificate',
    label: 'CA certificate',
    description: 'The certificates in PEM of the authority of the cluster. Empty: the public authorities',
  }),
  property({ name: 'clientCertificate', description: 'In PEM, instead of a token' }),
  property({ name: 'clientKey', password: true, description: 'The key of the certificate, in PEM' }),
  property({
    name: 'verifySSL',
    kind: 'boolean',
    defaultValue: true,
    label: 'Verify certificates',
    description: 'Whether the certificate of the API server is verified',
  }),
];

/** The properties of all container tasks. The family also has `image` and `capabilities`. */
const containerProperties: readonly PropertyDefinition[] = [
  property({ name: 'image', required: true, implied: true, description: 'The name of the image, with its registry' }),
  property({
    name: 'command',
    kind: 'list_of_string',
    description: 'The program and its first arguments; empty: the entry point of the image',
  }),
  property({ name: 'arguments', kind: 'list_of_string', description: 'The arguments of the program' }),
  property({ name: 'environment', kind: 'map_string_string', description: 'The environment variables' }),
  property({
    name: 'secretEnvironment',
    password: true,
    description: 'Secret environment variables, one NAME=value a line',
  }),
  property({
    name: 'files',
    kind: 'map_string_string',
    label: 'Input files',
    description: 'The contents of files in /slipway/in/files, by name',
  }),
  property({ name: 'cpuLimit', label: 'CPU limit', description: 'In cores, such as 0.5 or 500m' }),
  property({ name: 'memoryLimit', description: 'Such as 256Mi or 1G' }),
  property({
    name: 'timeoutSeconds',
    kind: 'integer',
    label: 'Time limit',
    description: 'In seconds; 3600 by default',
  }),
  property({
    name: 'cluster',
    kind: 'ci',
    referencedType: kubernetesType,
    label: 'Kubernetes cluster',
    description: 'The cluster that runs the container',
  }),
  property({
    name: 'capabilities',
    kind: 'set_of_string',
    label: 'Agent labels',
    description: 'Without a cluster: the labels that the agent must have',
  }),
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
    properties: containerProperties,
  }),
  type({
    name: kubernetesType,
    label: 'Kubernetes cluster',
    description: 'A namespace of a cluster in which container tasks run',
    properties: clusterProperties,
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

/** The base type of the tasks that run a container. */
export const containerTaskRoot = 'ContainerTask';

/** The base types whose subtypes run in containers. */
export const containerRoots: readonly string[] = [containerTaskRoot, 'RemoteScriptExecution'];

/** The base types without an effect here, and the warning about their subtypes. */
export const withoutEffect: Readonly<Record<string, (types: readonly Message[]) => Message>> = {
  ContainerTask: (types) => message('pluginWarning.containerTasks', { types }),
  RemoteScriptExecution: (types) => message('pluginWarning.remoteScripts', { types }),
  Tile: (types) => message('pluginWarning.tiles', { types }),
  ExportHook: (types) => message('pluginWarning.exportHooks', { types }),
  JdbcExportHook: (types) => message('pluginWarning.exportHooks', { types }),
};
