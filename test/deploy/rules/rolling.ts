import { existsSync, readFileSync } from 'node:fs';
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
import { containerOf, find, podOf, type Rule, remove } from './rule.ts';

const api = 'slipway-api';
const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));

const asks = (probe: Probe | undefined, path: string) =>
  probe?.httpGet?.path === path && probe.httpGet.port === 'management';

const notAsking = (manifests: Manifests, name: 'startupProbe' | 'livenessProbe' | 'readinessProbe', path: string) =>
  serving(manifests)
    .filter(({ container }) => !asks(container[name], path))
    .map(({ name: workload }) => workload);

const scaledTo = (manifests: Manifests, name: string): number | undefined => {
  const scaler = ofKind(manifests, 'HorizontalPodAutoscaler', 'ScaledObject').find(
    ({ spec }) => spec.scaleTargetRef.name === name,
  );
  return scaler?.spec.minReplicas ?? scaler?.spec.minReplicaCount;
};

/** A small installation has one of each, and one PostgreSQL. */
const isSmall = (manifests: Manifests) =>
  ofKind(manifests, 'Cluster').every(({ spec }) => 'instances' in spec && spec.instances === 1);

const spreads =
  (topologyKey: string): Rule['broken'] =>
  (manifests) =>
    serving(manifests)
      .filter(
        ({ pod: { topologySpreadConstraints = [] }, labels }) =>
          !topologySpreadConstraints.some(
            (one) => one.topologyKey === topologyKey && one.maxSkew === 1 && selects(one.labelSelector, labels),
          ),
      )
      .map(({ name }) => name);

/** No request fails and no work stops while pods are replaced. */
export const rollingRules: readonly Rule[] = [
  {
    name: 'a pod has as long as it needs to start: /livez is asked first',
    broken: (manifests) => notAsking(manifests, 'startupProbe', '/livez'),
    spoil: (manifests) => {
      delete containerOf(manifests, api).startupProbe;
    },
  },
  {
    name: 'a pod is restarted by /livez, which asks nothing outside',
    broken: (manifests) => notAsking(manifests, 'livenessProbe', '/livez'),
    spoil: (manifests) => {
      containerOf(manifests, api).livenessProbe!.httpGet!.path = '/readyz';
    },
  },
  {
    name: 'a pod gets requests by /readyz, on the management port',
    broken: (manifests) => notAsking(manifests, 'readinessProbe', '/readyz'),
    spoil: (manifests) => {
      containerOf(manifests, api).readinessProbe!.httpGet!.port = 'http';
    },
  },
  {
    name: 'a new pod comes before an old one goes',
    broken: (manifests) =>
      serving(manifests)
        .filter(({ resource: { spec } }) => {
          const { maxUnavailable, maxSurge = 0 } = spec.strategy?.rollingUpdate ?? {};
          return maxUnavailable !== 0 || maxSurge < 1;
        })
        .map(({ name }) => name),
    spoil: (manifests) => {
      find(manifests, 'Deployment', api).spec.strategy!.rollingUpdate!.maxUnavailable = 1;
    },
  },
  {
    name: 'a pod has longer to go than it drains and stops',
    broken: (manifests) =>
      services(manifests)
        .filter(({ pod, container }) => {
          const { DRAIN_SECONDS = '', STOP_SECONDS = '' } = environmentOf(manifests, container);
          return !(pod.terminationGracePeriodSeconds > Number(DRAIN_SECONDS) + Number(STOP_SECONDS));
        })
        .map(({ name }) => name),
    spoil: (manifests) => {
      podOf(manifests, api).terminationGracePeriodSeconds = 35;
    },
  },
  {
    name: 'a node that is emptied takes one pod of each at a time',
    broken: (manifests) => {
      const budgets = ofKind(manifests, 'PodDisruptionBudget').filter(({ spec }) => spec.maxUnavailable === 1);
      return workloads(manifests)
        .filter(({ resource }) => resource.kind === 'Deployment')
        .filter(({ labels }) => budgets.filter(({ spec }) => selects(spec.selector, labels)).length !== 1)
        .map(({ name }) => name);
    },
    spoil: (manifests) => remove(manifests, 'PodDisruptionBudget', api),
  },
  {
    name: 'replicas are spread over zones',
    broken: spreads('topology.kubernetes.io/zone'),
    spoil: (manifests) => {
      podOf(manifests, api).topologySpreadConstraints!.shift();
    },
  },
  {
    name: 'replicas are spread over nodes',
    broken: spreads('kubernetes.io/hostname'),
    spoil: (manifests) => {
      podOf(manifests, api).topologySpreadConstraints![1]!.labelSelector = { matchLabels: { app: 'another' } };
    },
  },
  {
    name: 'there are two of each, but in a small installation',
    broken: (manifests) =>
      serving(manifests)
        .filter(({ resource, name }) => (resource.spec.replicas ?? scaledTo(manifests, name) ?? 0) < 2)
        .filter(() => !isSmall(manifests))
        .map(({ name }) => name),
    spoil: (manifests) => {
      find(manifests, 'HorizontalPodAutoscaler', api).spec.minReplicas = 1;
    },
  },
  {
    name: 'what a Deployment selects are its own pods, and no others',
    broken: (manifests) =>
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
    spoil: (manifests) => {
      find(manifests, 'Deployment', api).spec.selector = { matchLabels: { 'app.kubernetes.io/name': 'slipway' } };
    },
  },
  {
    name: 'our own images are those of this version',
    broken: (manifests) =>
      services(manifests)
        .filter(({ container: { image } }) => !image.endsWith(`/slipway:${version}`))
        .map(({ name, container: { image } }) => `${name}: ${image}`),
    spoil: (manifests) => {
      containerOf(manifests, api).image = 'registry.example.com/slipway:latest';
    },
  },
  {
    name: 'every image has a tag, and is pulled once',
    broken: (manifests) =>
      workloads(manifests)
        .filter(
          ({ container }) =>
            !/:(?!latest$)[\w.-]+$/.test(container.image) || container.imagePullPolicy !== 'IfNotPresent',
        )
        .map(({ name }) => name),
    spoil: (manifests) => {
      containerOf(manifests, 'slipway-redis').image = 'docker.io/library/redis';
    },
  },
  {
    name: 'the Job that migrates has the version in its name, and tries again',
    broken: (manifests) => {
      const job = named(manifests, 'Job', `slipway-migrate-${version.replaceAll('.', '-')}`);
      return job?.spec.template.spec.restartPolicy === 'OnFailure' ? [] : ['slipway-migrate'];
    },
    spoil: (manifests) => {
      find(manifests, 'Job', 'slipway-migrate').metadata.name = 'slipway-migrate';
    },
  },
  {
    name: 'what each of our pods runs is an entry of the checkout',
    broken: (manifests) =>
      services(manifests)
        .filter(
          ({ container: { args = [], command } }) => command !== undefined || args.length !== 1 || !isEntry(args[0]),
        )
        .map(({ name, container: { args } }) => `${name}: ${args}`),
    spoil: (manifests) => {
      containerOf(manifests, api).args = ['services/api/src/app.ts'];
    },
  },
];

/** Whether a file is what a process begins with. */
function isEntry(path = ''): boolean {
  return (
    /^services\/[a-z-]+\/src\/[a-z-]+\.ts$/.test(path) &&
    existsSync(path) &&
    /\bawait runProcess\(/.test(readFileSync(path, 'utf8'))
  );
}
