import { mkdirSync, writeFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { environmentOf, type Manifests, type Resource, type Workload, workloads } from '../rules/manifests.ts';

/** The user id of the pods in the manifests. */
const user = 65_532;

interface PodmanHost {
  readonly image: string;
  /** the folder for secret files, with a subfolder for each pod */
  readonly folder: string;
  /** values of secrets, by name and key */
  readonly secrets: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** environment variables that differ from a cluster, by service: ports and addresses */
  readonly env: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Writes the secret files of a pod to a folder that only the user of the pod can read; returns the folder. */
async function writeSecrets({ name, pod }: Workload, { folder, secrets }: PodmanHost): Promise<string> {
  const secretFolder = join(folder, name);
  mkdirSync(secretFolder, { recursive: true, mode: 0o700 });
  const sources = (pod.volumes ?? []).flatMap(({ projected }) => projected?.sources ?? []);
  for (const { secret } of sources)
    for (const { key, path } of secret?.items ?? []) {
      const content = secrets[secret!.name]?.[key];
      if (content === undefined) throw new Error(`no value for ${key} of the Secret ${secret!.name}`);
      writeFileSync(join(secretFolder, path), content, { mode: 0o400 });
      await chown(join(secretFolder, path), user, user);
    }
  await chown(secretFolder, user, user);
  return secretFolder;
}

/**
 * Returns a workload of the manifests as a pod for podman, with the containers, arguments, environment, security
 * contexts and limits of the manifests. There are differences on one machine without a cluster. There is one replica,
 * which uses the network of the machine, so ports and addresses are set. Secrets are folders of the machine. podman
 * would run probes with a shell, which the image does not have: the test requests them instead.
 */
async function podOf(manifests: Manifests, workload: Workload, host: PodmanHost): Promise<object> {
  const { name, service = '', labels, pod, container } = workload;
  const {
    startupProbe: _,
    livenessProbe: __,
    readinessProbe: ___,
    envFrom: ____,
    ports: _____,
    volumeMounts = [],
    ...rest
  } = container;
  const secretFolder = await writeSecrets(workload, host);
  const env = { ...environmentOf(manifests, container), HOST: '127.0.0.1', ...host.env[service] };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels },
    spec: {
      ...pod,
      topologySpreadConstraints: undefined,
      serviceAccountName: undefined,
      restartPolicy: 'Never',
      hostNetwork: true,
      containers: [
        {
          ...rest,
          image: host.image,
          // podman creates a volume for each emptyDir name and shares it among pods, so the names differ
          volumeMounts: volumeMounts.map((mount) => ({ ...mount, name: `${name}-${mount.name}` })),
          env: Object.entries(env).map(([variable, value]) => ({ name: variable, value })),
        },
      ],
      volumes: (pod.volumes ?? []).map(({ projected, name: volume, ...rest }) => ({
        name: `${name}-${volume}`,
        ...(projected === undefined ? rest : { hostPath: { path: secretFolder, type: 'Directory' } }),
      })),
    },
  };
}

/** Writes a file for `podman play kube` for each of our services; returns the files by the name of the service. */
export async function writePodFiles(
  manifests: readonly Resource[],
  host: PodmanHost,
): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {};
  for (const workload of workloads(manifests)) {
    if (workload.service === undefined) continue;
    const file = join(host.folder, `${workload.service}.yaml`);
    writeFileSync(file, stringify(await podOf(manifests, workload, host)));
    files[workload.service] = file;
  }
  return files;
}
