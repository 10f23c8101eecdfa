import { find, type ManifestRule, remove } from './manifest-rule.ts';
import {
  type Manifests,
  named,
  ofKind,
  type Resource,
  type Selector,
  selects,
  type TrafficRule,
  type Workload,
  workloads,
} from './manifests.ts';

const policies = (manifests: Manifests) => ofKind(manifests, 'NetworkPolicy');
const selectsAllPods = ({ spec }: Resource) => Object.keys(spec.podSelector).length === 0;

/** Returns the policies for the pods of a workload in one direction, without those for all pods. */
const policiesFor = (manifests: Manifests, { labels }: Workload, direction: 'Ingress' | 'Egress') =>
  policies(manifests).filter(
    (policy) =>
      !selectsAllPods(policy) &&
      policy.spec.policyTypes.includes(direction) &&
      selects(policy.spec.podSelector, labels),
  );

const egressRules = (manifests: Manifests, workload: Workload): readonly TrafficRule[] =>
  policiesFor(manifests, workload, 'Egress').flatMap(({ spec }) => spec.egress ?? []);
const ingressRules = (manifests: Manifests, workload: Workload): readonly TrafficRule[] =>
  policiesFor(manifests, workload, 'Ingress').flatMap(({ spec }) => spec.ingress ?? []);

const nameOfService = ({ service = '' }: Workload) => service;

/** Returns the services that may connect to a port of a workload according to its policies. */
const callersOf = (manifests: Manifests, workload: Workload, port: string | number): readonly string[] => {
  const peers = ingressRules(manifests, workload)
    .filter(({ ports = [] }) => ports.some((candidate) => candidate.port === port))
    .flatMap(({ from = [] }) => from);
  return workloads(manifests)
    .filter(({ labels }) => peers.some(({ podSelector }) => podSelector !== undefined && selects(podSelector, labels)))
    .map(nameOfService)
    .toSorted();
};

const workloadOf = (manifests: Manifests, name: string) =>
  workloads(manifests).find((candidate) => candidate.name === name);

const requireCallers =
  (name: string, port: string | number, expected: string): ManifestRule['findViolations'] =>
  (manifests) => {
    const workload = workloadOf(manifests, name);
    const callers = workload === undefined ? expected : callersOf(manifests, workload, port).join();
    return callers === expected ? [] : [`${name} may be asked by ${callers}`];
  };

const callerNamespaces = (manifests: Manifests, workload: Workload, port: string) =>
  ingressRules(manifests, workload)
    .filter(({ ports = [] }) => ports.length === 0 || ports.some((candidate) => candidate.port === port))
    .flatMap(
      ({ from }) =>
        from?.map(({ namespaceSelector }) => namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name']) ?? [
          'everybody',
        ],
    )
    .filter((name) => name !== undefined)
    .toSorted()
    .join();

/** Rules for the permitted connections. */
export const networkRules: readonly ManifestRule[] = [
  {
    name: 'a default policy denies all incoming and outgoing connections',
    findViolations: (manifests) =>
      policies(manifests).some(
        (policy) =>
          selectsAllPods(policy) &&
          policy.spec.policyTypes.toSorted().join() === 'Egress,Ingress' &&
          !policy.spec.ingress &&
          !policy.spec.egress,
      )
        ? []
        : ['there is no policy that denies'],
    violate: (manifests) => {
      find(manifests, 'NetworkPolicy', 'default-deny').spec.policyTypes = ['Ingress'];
    },
  },
  {
    name: 'each pod has a policy for outgoing connections',
    findViolations: (manifests) =>
      workloads(manifests)
        .filter((workload) => policiesFor(manifests, workload, 'Egress').length === 0)
        .map(({ name }) => name),
    violate: (manifests) => {
      find(manifests, 'NetworkPolicy', 'slipway-script-runner').spec.policyTypes = ['Ingress'];
    },
  },
  {
    name: 'each pod with a port has a policy for incoming connections',
    findViolations: (manifests) =>
      workloads(manifests)
        .filter(({ container: { ports } }) => ports !== undefined)
        .filter((workload) => ingressRules(manifests, workload).length === 0)
        .map(({ name }) => name),
    violate: (manifests) => remove(manifests, 'NetworkPolicy', 'slipway-redis'),
  },
  {
    name: 'every policy selects existing pods',
    findViolations: (manifests) =>
      policies(manifests)
        .filter((policy) => !selectsAllPods(policy))
        .filter(({ spec }) => !belongsToOperator(manifests, spec.podSelector))
        .filter(({ spec }) => !workloads(manifests).some(({ labels }) => selects(spec.podSelector, labels)))
        .map(({ metadata }) => metadata.name),
    violate: (manifests) => {
      find(manifests, 'NetworkPolicy', 'slipway-api').spec.podSelector = { matchLabels: { app: 'api' } };
    },
  },
  {
    name: 'a script runner has no outgoing connections, not even DNS',
    findViolations: (manifests) =>
      workloads(manifests)
        .filter(({ service }) => service === 'script-runner')
        .filter((workload) => egressRules(manifests, workload).length > 0)
        .map(({ name }) => name),
    violate: (manifests) => {
      find(manifests, 'NetworkPolicy', 'slipway-names').spec.podSelector.matchExpressions![1]!.values.push(
        'script-runner',
      );
    },
  },
  {
    name: 'all services except the script runner have outgoing connections',
    findViolations: (manifests) =>
      workloads(manifests)
        .filter(({ service }) => service !== undefined && service !== 'script-runner')
        .filter((workload) => egressRules(manifests, workload).length === 0)
        .map(({ name }) => name),
    violate: (manifests) => {
      for (const { spec } of policies(manifests)) {
        const named = spec.podSelector.matchExpressions?.find(({ key }) => key === 'app.kubernetes.io/component');
        if (named !== undefined) named.values = named.values.filter((value) => value !== 'migrate');
      }
    },
  },
  {
    name: 'only the API and the scheduler may connect to a script runner',
    findViolations: requireCallers('slipway-script-runner', 'http', 'api,scheduler'),
    violate: (manifests) => {
      find(manifests, 'NetworkPolicy', 'slipway-script-runner').spec.ingress![0]!.from!.push({ podSelector: {} });
    },
  },
  {
    name: 'only the API and the scheduler may connect to Redis',
    findViolations: requireCallers('slipway-redis', 'redis', 'api,scheduler'),
    violate: (manifests) => {
      find(manifests, 'NetworkPolicy', 'slipway-redis').spec.ingress![0]!.from![0]!.podSelector = {};
    },
  },
  {
    name: 'clients may connect to the API only through the Ingress',
    findViolations: (manifests) =>
      workloads(manifests)
        .filter(({ service }) => service === 'api')
        .filter((workload) => callerNamespaces(manifests, workload, 'http') !== 'ingress-nginx')
        .map(({ name }) => name),
    violate: (manifests) => {
      delete find(manifests, 'NetworkPolicy', 'slipway-api').spec.ingress![0]!.from;
    },
  },
  {
    name: 'only monitoring and autoscaling may connect to the management port',
    findViolations: (manifests) =>
      workloads(manifests)
        .filter(({ container: { ports = [] } }) => ports.some(({ name }) => name === 'management'))
        .filter((workload) => callerNamespaces(manifests, workload, 'management') !== 'keda,monitoring')
        .map(({ name }) => name),
    violate: (manifests) => {
      delete find(manifests, 'NetworkPolicy', 'slipway-api').spec.ingress![0]!.ports;
    },
  },
  {
    name: 'connections to private addresses and to cloud metadata services are denied',
    findViolations: (manifests) =>
      policies(manifests).flatMap(({ metadata, spec }) =>
        (spec.egress ?? [])
          .flatMap(({ to = [] }) => to)
          .filter(({ ipBlock }) => ipBlock?.cidr === '0.0.0.0/0' && !coversPrivate(ipBlock.except ?? []))
          .map(() => metadata.name),
      ),
    violate: (manifests) => {
      const { egress = [] } = find(manifests, 'NetworkPolicy', 'slipway-outgoing').spec;
      egress[1]!.to![0]!.ipBlock!.except = ['10.0.0.0/8'];
    },
  },
];

/** Whether a selector matches pods of an existing Cluster or Pooler of CloudNativePG. */
const belongsToOperator = (manifests: Manifests, { matchLabels = {} }: Selector) =>
  named(manifests, 'Cluster', matchLabels['cnpg.io/cluster'] ?? '') !== undefined ||
  named(manifests, 'Pooler', matchLabels['cnpg.io/poolerName'] ?? '') !== undefined;

const coversPrivate = (except: readonly string[]) =>
  ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'].every(
    (candidate) => except.includes(candidate),
  );
