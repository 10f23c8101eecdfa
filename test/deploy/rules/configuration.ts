import { secretVariables, variables } from '@slipway/process';
import { containerOf, find, type ManifestRule, podOf } from './manifest-rule.ts';
import {
  type Container,
  environmentOf,
  type Manifests,
  named,
  secretFilesOf,
  services,
  workloads,
} from './manifests.ts';

const isKnown = (name: string) =>
  variables.includes(name) || secretVariables.some((secret) => name === `${secret}_FILE`);

/** The variables that each service needs to start, or that a cluster must set explicitly. */
const requiredVariables: Readonly<Record<string, readonly string[]>> = {
  api: [
    'HOST',
    'PORT',
    'MANAGEMENT_PORT',
    'DRAIN_SECONDS',
    'DATABASE_URL',
    'SECRET_KEY',
    'SCRIPT_RUNNER_URL',
    'SCRIPT_RUNNER_SECRET',
    'PUBLIC_URL',
    'TRUSTED_PROXIES',
  ],
  scheduler: [
    'HOST',
    'MANAGEMENT_PORT',
    'DRAIN_SECONDS',
    'DATABASE_URL',
    'SECRET_KEY',
    'SCRIPT_RUNNER_URL',
    'SCRIPT_RUNNER_SECRET',
  ],
  'script-runner': [
    'HOST',
    'PORT',
    'MANAGEMENT_PORT',
    'DRAIN_SECONDS',
    'SCRIPT_RUNNER_SECRET',
    'SCRIPT_RUNNER_CHILDREN',
  ],
  migrate: ['DATABASE_URL', 'SECRET_KEY', 'ADMIN_PASSWORD', 'SAMPLES'],
};

const configMapsOf = ({ envFrom = [] }: Container) => envFrom.map(({ configMapRef }) => configMapRef?.name ?? '');

const forEachService =
  (
    find: (manifests: Manifests, workload: ReturnType<typeof services>[number]) => readonly string[],
  ): ManifestRule['findViolations'] =>
  (manifests) =>
    services(manifests).flatMap((workload) => find(manifests, workload).map((line) => `${workload.name}: ${line}`));

/** Rules for settings and secrets. */
export const configurationRules: readonly ManifestRule[] = [
  {
    name: 'every variable is a variable of the configuration',
    findViolations: forEachService((manifests, { container }) =>
      Object.keys(environmentOf(manifests, container)).filter((name) => !isKnown(name)),
    ),
    violate: (manifests) => {
      find(manifests, 'ConfigMap', 'slipway-process').data!.DRAIN_SECOND = '15';
    },
  },
  {
    name: 'every service has its required variables',
    findViolations: forEachService((manifests, { service = '', container }) => {
      const environment = environmentOf(manifests, container);
      return (requiredVariables[service] ?? ['a list of required variables for this service']).filter(
        (name) => environment[name] === undefined && environment[`${name}_FILE`] === undefined,
      );
    }),
    violate: (manifests) => {
      delete find(manifests, 'ConfigMap', 'slipway-api').data!.SCRIPT_RUNNER_URL;
    },
  },
  {
    name: 'the name of each ConfigMap has the hash of its contents, and the ConfigMap exists',
    findViolations: forEachService((manifests, { container }) =>
      configMapsOf(container).filter(
        (name) => !/-[a-z0-9]{10}$/.test(name) || named(manifests, 'ConfigMap', name) === undefined,
      ),
    ),
    violate: (manifests) => {
      const map = find(manifests, 'ConfigMap', 'slipway-process');
      containerOf(manifests, 'slipway-api').envFrom![0]!.configMapRef!.name = 'slipway-process';
      map.metadata.name = 'slipway-process';
    },
  },
  {
    name: 'no secret is in the environment or in the manifests',
    findViolations: (manifests) => [
      ...manifests.filter(({ kind }) => kind === 'Secret').map(({ metadata }) => metadata.name),
      ...workloads(manifests)
        .filter(
          ({ container }) =>
            (container.envFrom ?? []).some(({ secretRef }) => secretRef !== undefined) ||
            (container.env ?? []).some(({ valueFrom }) => valueFrom !== undefined) ||
            Object.keys(environmentOf(manifests, container)).some((name) => secretVariables.includes(name)),
        )
        .map(({ name }) => name),
    ],
    violate: (manifests) => {
      containerOf(manifests, 'slipway-api').env = [{ name: 'SECRET_KEY', value: '0'.repeat(64) }];
    },
  },
  {
    name: 'every file in a variable is mounted',
    findViolations: forEachService((manifests, { pod, container }) => {
      const files = secretFilesOf(pod, container);
      return Object.entries(environmentOf(manifests, container))
        .filter(([name, path]) => name.endsWith('_FILE') && !files.has(path))
        .map(([name]) => name);
    }),
    violate: (manifests) => {
      podOf(manifests, 'slipway-api')
        .volumes!.find(({ name }) => name === 'secrets')!
        .projected!.sources.pop();
    },
  },
  {
    name: 'every mounted secret is used',
    findViolations: forEachService((manifests, { pod, container }) => {
      const read = new Set(Object.values(environmentOf(manifests, container)));
      return [...secretFilesOf(pod, container).keys()].filter((path) => !read.has(path));
    }),
    violate: (manifests) => {
      delete find(manifests, 'ConfigMap', 'slipway-process').data!.SECRET_KEY_FILE;
    },
  },
  {
    name: 'a script runner has only its own secret',
    findViolations: forEachService((_, { service, pod, container }) =>
      service === 'script-runner'
        ? [...secretFilesOf(pod, container).values()].filter((secret) => secret !== 'slipway-script-runner')
        : [],
    ),
    violate: (manifests) => {
      const [, { projected } = {}] = podOf(manifests, 'slipway-script-runner').volumes!;
      projected!.sources.push({ secret: { name: 'slipway', items: [{ key: 'secret-key', path: 'secret-key' }] } });
    },
  },
];
