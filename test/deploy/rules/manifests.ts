import { parseAllDocuments } from 'yaml';

export interface Probe {
  readonly httpGet?: { path: string; port: string | number };
  readonly tcpSocket?: { port: string | number };
}

export interface Container {
  name: string;
  image: string;
  imagePullPolicy?: string;
  args?: string[];
  command?: string[];
  env?: { name: string; value?: string; valueFrom?: object }[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports?: { name: string; containerPort: number; hostPort?: number }[];
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  securityContext: {
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities?: { drop?: string[]; add?: string[] };
  };
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
}

interface Projection {
  secret?: { name: string; items: { key: string; path: string }[] };
}

export interface PodSpec {
  serviceAccountName?: string;
  automountServiceAccountToken?: boolean;
  enableServiceLinks?: boolean;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
  hostUsers?: boolean;
  runtimeClassName?: string;
  restartPolicy?: string;
  terminationGracePeriodSeconds: number;
  securityContext: { runAsNonRoot?: boolean; runAsUser?: number; seccompProfile?: { type: string } };
  topologySpreadConstraints?: {
    topologyKey: string;
    maxSkew: number;
    whenUnsatisfiable: string;
    labelSelector: Selector;
  }[];
  containers: Container[];
  initContainers?: Container[];
  volumes?: {
    name: string;
    emptyDir?: { sizeLimit?: string };
    projected?: { sources: Projection[] };
    hostPath?: object;
  }[];
}

export interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values: string[] }[];
}

export interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string; except?: string[] };
}

export interface TrafficRule {
  from?: Peer[];
  to?: Peer[];
  ports?: { port: string | number }[];
}

/** The fields of resources of all kinds that rules read. */
export interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  automountServiceAccountToken?: boolean;
  data?: Record<string, string>;
  spec: {
    replicas?: number;
    minReplicas?: number;
    minReplicaCount?: number;
    maxUnavailable?: number;
    strategy?: { type: string; rollingUpdate?: { maxUnavailable: number; maxSurge: number } };
    selector: Selector & Record<string, unknown>;
    template: { metadata: { labels: Record<string, string> }; spec: PodSpec };
    scaleTargetRef: { name: string };
    triggers: { type: string; metadata: Record<string, string> }[];
    metrics: { pods?: { metric: { name: string } } }[];
    ports: { name: string; port: number; targetPort: string | number }[];
    rules: {
      http: { paths: { backend: { service: { name: string; port: { name?: string; number?: number } } } }[] };
    }[];
    instances: number;
    cluster: { name: string };
    pgbouncer: { poolMode: string; parameters: Record<string, string> };
    postgresql: { parameters: Record<string, string> };
    bootstrap: { initdb: { postInitApplicationSQL?: string[] } };
    podSelector: Selector;
    policyTypes: string[];
    ingress?: TrafficRule[];
    egress?: TrafficRule[];
  };
}

/** A resource that starts pods. */
export interface Workload {
  readonly resource: Resource;
  readonly name: string;
  /** `api`, `scheduler`, `script-runner` or `migrate`; undefined for other programs */
  readonly service: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly pod: PodSpec;
  readonly container: Container;
}

export type Manifests = readonly Resource[];

export const manifestsIn = (text: string): Resource[] => parseAllDocuments(text).map((document) => document.toJS());

export const ofKind = (manifests: Manifests, ...kinds: readonly string[]): readonly Resource[] =>
  manifests.filter(({ kind }) => kinds.includes(kind));

export const named = (manifests: Manifests, kind: string, name: string): Resource | undefined =>
  manifests.find((candidate) => candidate.kind === kind && candidate.metadata.name === name);

export const workloads = (manifests: Manifests): readonly Workload[] =>
  ofKind(manifests, 'Deployment', 'Job', 'StatefulSet').map((resource) => {
    const { labels } = resource.spec.template.metadata;
    const pod = resource.spec.template.spec;
    const service = labels['app.kubernetes.io/name'] === 'slipway' ? labels['app.kubernetes.io/component'] : undefined;
    return { resource, name: resource.metadata.name, service, labels, pod, container: pod.containers[0]! };
  });

/** Returns the workloads of our services. `serving` excludes the Job. */
export const services = (manifests: Manifests): readonly Workload[] =>
  workloads(manifests).filter(({ service }) => service !== undefined);
export const serving = (manifests: Manifests): readonly Workload[] =>
  services(manifests).filter(({ resource }) => resource.kind === 'Deployment');

export function selects(
  { matchLabels = {}, matchExpressions = [] }: Selector,
  labels: Readonly<Record<string, string>>,
) {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values }) => operator === 'In' && values.includes(labels[key] ?? ''))
  );
}

/** Returns the variables of a container that the manifests define. */
export function environmentOf(manifests: Manifests, { env = [], envFrom = [] }: Container): Record<string, string> {
  const maps = envFrom.map(({ configMapRef }) => named(manifests, 'ConfigMap', configMapRef?.name ?? '')?.data ?? {});
  return Object.assign({}, ...maps, ...env.map(({ name, value = '' }) => ({ [name]: value })));
}

/** Returns the files of secrets in a container by path, with the names of their Secrets. */
export function secretFilesOf(
  { volumes = [] }: PodSpec,
  { volumeMounts = [] }: Container,
): ReadonlyMap<string, string> {
  const files = volumeMounts.flatMap(({ name, mountPath }) =>
    (volumes.find((volume) => volume.name === name)?.projected?.sources ?? []).flatMap(({ secret }) =>
      (secret?.items ?? []).map(({ path }) => [`${mountPath}/${path}`, secret!.name] as const),
    ),
  );
  return new Map(files);
}
