import { readFile } from 'node:fs/promises';
import { getConfiguration } from '@slipway/application/configurations';
import { withSecrets } from '@slipway/domain/configurations';
import { NotFound } from '@slipway/domain/model';
import { openSecrets } from '@slipway/engine';
import { kubernetesType } from '@slipway/plugins';
import type { ScriptContext } from '../scripts/context/context.ts';
import { type ClusterClient, createClusterClient } from './kubernetes/client.ts';
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
  const { url, namespace, token, verifySSL } = properties;
  const access = {
    url: String(url ?? ''),
    namespace: namespaceOf(namespace),
    token: String(token ?? ''),
    verify: String(verifySSL ?? true) !== 'false',
  };
  return createClusterClient(egress, access, requester);
}

function namespaceOf(value: unknown): string {
  const name = String(value ?? '').trim();
  if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name))
    throw new PlaceRefused('the configuration of the cluster has no valid namespace');
  return name;
}

async function installationCluster({ containers }: ClusterContext) {
  const cluster = containers?.cluster;
  if (cluster === undefined) throw new PlaceUnavailable('CONTAINER_KUBERNETES_NAMESPACE is not set in this process');
  // Read for each request, because the cluster replaces the token.
  const token = await readFile(cluster.tokenFile, 'utf8').catch(() => {
    throw new PlaceUnavailable('the token file of the service account cannot be read');
  });
  return { url: cluster.url, namespace: cluster.namespace, token: token.trim(), verify: true };
}
