import { existsSync, readFileSync } from 'node:fs';
import { containerOf, find, type ManifestRule, podOf, remove } from './manifest-rule.ts';
import {
  environmentOf,
  type Manifests,
  named,
  ofKind,
  type Probe,
  selects,
  services,
  serving,
  workloads,
} from './manifests.ts';

const api = 'slipway-api';
const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));

const probesPath = (probe: Probe | undefined, path: string) =>
  probe?.httpGet?.path === path && probe.httpGet.port === 'management';

const workloadsWithoutProbe = (
  manifests: Manifests,
  name: 'startupProbe' | 'livenessProbe' | 'readinessProbe',
  path: string,
) =>
  serving(manifests)
    .filter(({ container }) => !probesPath(container[name], path))
    .map(({ name: workload }) => workload);

const minReplicasOf = (manifests: Manifests, name: string): number | undefined => {
  const scaler = ofKind(manifests, 'HorizontalPodAutoscaler', 'ScaledObject').find(
    ({ spec }) => spec.scaleTargetRef.name === name,
  );
  return scaler?.spec.minReplicas ?? scaler?.spec.minReplicaCount;
};

/** Whether this is a small installation, with one replica of each service and one PostgreSQL. */
const isSingleNode = (manifests: Manifests) =>
  ofKind(manifests, 'Cluster').every(({ spec }) => 'instances' in spec && spec.instances === 1);

const requireSpread =
  (topologyKey: string): ManifestRule['findViolations'] =>
  (manifests) =>
    serving(manifests)
      .filter(
        ({ pod: { topologySpreadConstraints = [] }, labels }) =>
          !topologySpreadConstraints.some(
            (constraint) =>
              constraint.topologyKey === topologyKey &&
              constraint.maxSkew === 1 &&
              selects(constraint.labelSelector, labels),
          ),
      )
      .map(({ name }) => name);

/** Rules that prevent failed requests and lost work while pods are replaced. */
export const rollingRules: readonly ManifestRule[] = [
  {
    name: 'a startup probe requests /livez, so that a pod may start slowly',
    findViolations: (manifests) => workloadsWithoutProbe(manifests, 'startupProbe', '/livez'),
    violate: (manifests) => {
      delete containerOf(manifests, api).startupProbe;
    },
  },
  {
    name: 'the liveness probe requests /livez, which needs no other service',
    findViolations: (manifests) => workloadsWithoutProbe(manifests, 'livenessProbe', '/livez'),
    violate: (manifests) => {
      containerOf(manifests, api).livenessProbe!.httpGet!.path = '/readyz';
    },
  },
  {
    name: 'the readiness probe requests /readyz on the management port',
    findViolations: (manifests) => workloadsWithoutProbe(manifests, 'readinessProbe', '/readyz'),
    violate: (manifests) => {
      containerOf(manifests, api).readinessProbe!.httpGet!.port = 'http';
    },
  },
  {
    name: 'a new pod starts before an old pod stops',
    findViolations: (manifests) =>
      serving(manifests)
        .filter(({ resource: { spec } }) => {
          const { maxUnavailable, maxSurge = 0 } = spec.strategy?.rollingUpdate ?? {};
          return maxUnavailable !== 0 || maxSurge < 1;
        })
        .map(({ name }) => name),
    violate: (manifests) => {
      find(manifests, 'Deployment', api).spec.strategy!.rollingUpdate!.maxUnavailable = 1;
    },
  },
  {
    name: 'the grace period of a pod exceeds its drain and stop times',
    findViolations: (manifests) =>
      services(manifests)
        .filter(({ pod, container }) => {
          const { DRAIN_SECONDS = '', STOP_SECONDS = '' } = environmentOf(manifests, container);
          return !(pod.terminationGracePeriodSeconds > Number(DRAIN_SECONDS) + Number(STOP_SECONDS));
        })
        .map(({ name }) => name),
    violate: (manifests) => {
      podOf(manifests, api).terminationGracePeriodSeconds = 35;
    },
  },
  {
    name: 'draining a node stops one pod of each Deployment at a time',
    findViolations: (manifests) => {
      const budgets = ofKind(manifests, 'PodDisruptionBudget').filter(({ spec }) => spec.maxUnavailable === 1);
      return workloads(manifests)
        .filter(({ resource }) => resource.kind === 'Deployment')
        .filter(({ labels }) => budgets.filter(({ spec }) => selects(spec.selector, labels)).length !== 1)
        .map(({ name }) => name);
    },
    violate: (manifests) => remove(manifests, 'PodDisruptionBudget', api),
  },
  {
    name: 'replicas are spread over zones',
    findViolations: requireSpread('topology.kubernetes.io/zone'),
    violate: (manifests) => {
      podOf(manifests, api).topologySpreadConstraints!.shift();
    },
  },
  {
    name: 'replicas are spread over nodes',
    findViolations: requireSpread('kubernetes.io/hostname'),
    violate: (manifests) => {
      podOf(manifests, api).topologySpreadConstraints![1]!.labelSelector = { matchLabels: { app: 'another' } };
    },
  },
  {
    name: 'there are at least two replicas of each service, except in a small installation',
    findViolations: (manifests) =>
      serving(manifests)
        .filter(({ resource, name }) => (resource.spec.replicas ?? minReplicasOf(manifests, name) ?? 0) < 2)
        .filter(() => !isSingleNode(manifests))
        .map(({ name }) => name),
    violate: (manifests) => {
      find(manifests, 'HorizontalPodAutoscaler', api).spec.minReplicas = 1;
    },
  },
  {
    name: 'a Deployment selects only its own pods',
    findViolations: (manifests) =>
      workloads(manifests)
        .filter(({ resource }) => resource.kind === 'Deployment')
        .filter(
          ({ resource }) =>
            workloads(manifests)
              .filter(({ labels }) => selects(resource.spec.selector, labels))
              .map(({ name }) => name)
              .join() !== resource.metadata.name,
        )
        .map(({ name }) => name),
    violate: (manifests) => {
      find(manifests, 'Deployment', api).spec.selector = { matchLabels: { 'app.kubernetes.io/name': 'slipway' } };
    },
  },
  {
    name: 'our images have the tag of this version',
    findViolations: (manifests) =>
      services(manifests)
        .filter(({ container: { image } }) => !image.endsWith(`/slipway:${version}`))
        .map(({ name, container: { image } }) => `${name}: ${image}`),
    violate: (manifests) => {
      containerOf(manifests, api).image = 'registry.example.com/slipway:latest';
    },
  },
  {
    name: 'every image has a tag and the pull policy IfNotPresent',
    findViolations: (manifests) =>
      workloads(manifests)
        .filter(
          ({ container }) =>
            !/:(?!latest$)[\w.-]+$/.test(container.image) || container.imagePullPolicy !== 'IfNotPresent',
        )
        .map(({ name }) => name),
    violate: (manifests) => {
      containerOf(manifests, 'slipway-redis').image = 'docker.io/library/redis';
    },
  },
  {
    name: 'the migration Job has the version in its name, and retries on failure',
    findViolations: (manifests) => {
      const job = named(manifests, 'Job', `slipway-migrate-${version.replaceAll('.', '-')}`);
      return job?.spec.template.spec.restartPolicy === 'OnFailure' ? [] : ['slipway-migrate'];
    },
    violate: (manifests) => {
      find(manifests, 'Job', 'slipway-migrate').metadata.name = 'slipway-migrate';
    },
  },
  {
    name: 'each of our pods runs an existing entry of a service',
    findViolations: (manifests) =>
      services(manifests)
        .filter(
          ({ container: { args = [], command } }) => command !== undefined || args.length !== 1 || !isEntry(args[0]),
        )
        .map(({ name, container: { args } }) => `${name}: ${args}`),
    violate: (manifests) => {
      containerOf(manifests, api).args = ['services/api/src/app.ts'];
    },
  },
];

/** Whether a file is the entry of a process. */
function isEntry(path = ''): boolean {
  return (
    /^services\/[a-z-]+\/src\/[a-z-]+\.ts$/.test(path) &&
    existsSync(path) &&
    /\bawait runProcess\(/.test(readFileSync(path, 'utf8'))
  );
}
