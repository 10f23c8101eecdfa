import { readFile } from 'node:fs/promises';
import { getConfiguration } from '@slipway/application/configurations';
import { withSecrets } from '@slipway/domain/configurations';
import { NotFound } from '@slipway/domain/model';
import { openSecrets } from '@slipway/engine';
import { kubernetesType } from '@slipway/plugins';
import type { ScriptContext } from '../scripts/context/context.ts';
import { type Cluster, type ClusterClient, createClusterClient } from './kubernetes/client.ts';
import { parseKubeconfig } from './kubernetes/kubeconfig.ts';
import { PlaceRefused, PlaceUnavailable } from './place.ts';

/** The stored name of the cluster of the installation. */
export const ownCluster = 'cluster';

type ClusterContext = Pick<ScriptContext, 'database' | 'seal' | 'egress' | 'containers'>;

/**
 * Returns a client for the cluster of a job. Throws PlaceRefused if its configuration does not exist anymore, and
 * PlaceUnavailable if the token of the service account cannot be read.
 */
export async function clientFor(context: ClusterContext, cluster: string, requester: string): Promise<ClusterClient> {
  const { egress } = context;
  if (cluster === ownCluster) return createClusterClient(egress, await installationCluster(context), requester);
  const { database, seal } = context;
  const configuration = await getConfiguration(database, `Configuration/Custom/${cluster}`).catch((error: unknown) => {
    if (error instanceof NotFound) throw new PlaceRefused('the configuration of the cluster does not exist anymore');
    throw error;
  });
  if (configuration.type !== kubernetesType) throw new PlaceRefused('the configuration is not a Kubernetes cluster');
  const properties = withSecrets(configuration.properties, openSecrets(seal, configuration));
  return createClusterClient(egress, clusterOf(properties), requester);
}

/** Returns the cluster of a configuration: that of its kubeconfig, if it has one, in the namespace of either. */
function clusterOf(properties: Readonly<Record<string, unknown>>): Cluster {
  const textOf = (name: string): string => String(properties[name] ?? '').trim();
  const optional = (name: string): string | null => textOf(name) || null;
  const namespace = textOf('namespace');
  if (textOf('kubeconfig') !== '') {
    const access = parseKubeconfig(textOf('kubeconfig'));
    return { ...access, namespace: namespaceOf(namespace || access.namespace) };
  }
  if (textOf('url') === '') throw new PlaceRefused('the configuration of the cluster needs a url or a kubeconfig');
  if (textOf('token') === '' && textOf('clientCertificate') === '')
    throw new PlaceRefused('the configuration of the cluster needs a token, a client certificate or a kubeconfig');
  return {
    ...{ url: textOf('url'), namespace: namespaceOf(namespace), token: textOf('token') },
    caCertificate: optional('caCertificate'),
    clientCertificate: optional('clientCertificate'),
    clientKey: optional('clientKey'),
    verify: String(properties.verifySSL ?? true) !== 'false',
  };
}

function namespaceOf(value: unknown): string {
  const name = String(value ?? '').trim();
  if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name))
    throw new PlaceRefused('the configuration of the cluster has no valid namespace');
  return name;
}

async function installationCluster({ containers }: ClusterContext): Promise<Cluster> {
  const cluster = containers?.cluster;
  if (cluster === undefined) throw new PlaceUnavailable('CONTAINER_KUBERNETES_NAMESPACE is not set in this process');
  // Read for each request, because the cluster replaces the token.
  const token = await readFile(cluster.tokenFile, 'utf8').catch(() => {
    throw new PlaceUnavailable('the token file of the service account cannot be read');
  });
  const ownAuthority = { caCertificate: null, clientCertificate: null, clientKey: null };
  return { ...ownAuthority, url: cluster.url, namespace: cluster.namespace, token: token.trim(), verify: true };
}
