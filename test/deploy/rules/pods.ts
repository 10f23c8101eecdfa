import { containerOf, find, type ManifestRule, podOf } from './manifest-rule.ts';
import { ofKind, services, serving, workloads } from './manifests.ts';

const api = 'slipway-api';

/** Rules for the privileges and the resource requests of pods. */
export const podRules: readonly ManifestRule[] = [
  {
    name: 'the namespace enforces the pod security standard `restricted`',
    findViolations: (manifests) =>
      ofKind(manifests, 'Namespace')
        .filter(({ metadata }) => metadata.labels?.['pod-security.kubernetes.io/enforce'] !== 'restricted')
        .map(({ metadata }) => metadata.name),
    violate: (manifests) => {
      find(manifests, 'Namespace', 'slipway').metadata.labels = { 'pod-security.kubernetes.io/enforce': 'baseline' };
    },
  },
  {
    name: 'no pod runs as root',
    findViolations: (manifests) =>
      workloads(manifests)
        .filter(({ pod: { securityContext } }) => !securityContext.runAsNonRoot || !securityContext.runAsUser)
        .map(({ name }) => name),
    violate: (manifests) => {
      podOf(manifests, api).securityContext.runAsUser = 0;
    },
  },
  {
    name: 'our pods run as user 65532, like in the image',
    findViolations: (manifests) =>
      services(manifests)
        .filter(({ pod }) => pod.securityContext.runAsUser !== 65_532)
        .map(({ name }) => name),
    violate: (manifests) => {
      podOf(manifests, api).securityContext.runAsUser = 1000;
    },
  },
  {
    name: 'the seccomp profile of the runtime is enabled',
    findViolations: (manifests) =>
      workloads(manifests)
        .filter(({ pod }) => pod.securityContext.seccompProfile?.type !== 'RuntimeDefault')
        .map(({ name }) => name),
    violate: (manifests) => {
      podOf(manifests, api).securityContext.seccompProfile = { type: 'Unconfined' };
    },
  },
  {
    name: 'no container has or can get privileges',
    findViolations: (manifests) =>
      workloads(manifests)
        .filter(({ container: { securityContext } }) => {
          const { allowPrivilegeEscalation, capabilities } = securityContext;
          return (
            allowPrivilegeEscalation !== false || capabilities?.drop?.[0] !== 'ALL' || capabilities.add !== undefined
          );
        })
        .map(({ name }) => name),
    violate: (manifests) => {
      containerOf(manifests, api).securityContext.capabilities = { drop: ['ALL'], add: ['NET_BIND_SERVICE'] };
    },
  },
  {
    name: 'no pod uses a namespace, port or folder of its node',
    findViolations: (manifests) =>
      workloads(manifests)
        .filter(
          ({ pod, container: { ports = [] } }) =>
            pod.hostNetwork === true ||
            pod.hostPID === true ||
            pod.hostIPC === true ||
            ports.some(({ hostPort }) => hostPort !== undefined) ||
            (pod.volumes ?? []).some(({ emptyDir, projected }) => emptyDir === undefined && projected === undefined),
        )
        .map(({ name }) => name),
    violate: (manifests) => {
      podOf(manifests, api).volumes!.push({ name: 'logs', hostPath: { path: '/var/log' } });
    },
  },
  {
    name: 'a pod has one container and no init container',
    findViolations: (manifests) =>
      workloads(manifests)
        .filter(({ pod }) => pod.containers.length !== 1 || pod.initContainers !== undefined)
        .map(({ name }) => name),
    violate: (manifests) => {
      podOf(manifests, api).initContainers = [containerOf(manifests, api)];
    },
  },
  {
    name: 'the root file system of a container is read-only',
    findViolations: (manifests) =>
      workloads(manifests)
        .filter(({ container }) => container.securityContext.readOnlyRootFilesystem !== true)
        .map(({ name }) => name),
    violate: (manifests) => {
      delete containerOf(manifests, api).securityContext.readOnlyRootFilesystem;
    },
  },
  {
    name: 'a pod can write only to /tmp, up to a limit',
    findViolations: (manifests) =>
      workloads(manifests)
        .filter(({ pod: { volumes = [] }, container: { volumeMounts = [] } }) => {
          const writable = volumeMounts.filter(({ readOnly }) => readOnly !== true);
          const empty = volumes.filter(({ emptyDir }) => emptyDir !== undefined);
          return (
            writable.map(({ mountPath }) => mountPath).join() !== '/tmp' ||
            empty.length !== 1 ||
            empty.some(({ emptyDir }) => emptyDir?.sizeLimit === undefined)
          );
        })
        .map(({ name }) => name),
    violate: (manifests) => {
      podOf(manifests, api).volumes!.find(({ emptyDir }) => emptyDir !== undefined)!.emptyDir = {};
    },
  },
  {
    name: 'no pod has a token for the API server',
    findViolations: (manifests) => [
      ...workloads(manifests)
        .filter(({ pod }) => pod.automountServiceAccountToken !== false)
        .map(({ name }) => name),
      ...ofKind(manifests, 'ServiceAccount')
        .filter(({ automountServiceAccountToken }) => automountServiceAccountToken !== false)
        .map(({ metadata }) => metadata.name),
    ],
    violate: (manifests) => {
      delete podOf(manifests, api).automountServiceAccountToken;
    },
  },
  {
    name: 'each service has its own service account',
    findViolations: (manifests) => {
      const accounts = services(manifests).map(({ pod }) => pod.serviceAccountName);
      const existingAccounts = new Set(ofKind(manifests, 'ServiceAccount').map(({ metadata }) => metadata.name));
      return accounts
        .filter((name, index) => !existingAccounts.has(name ?? '') || accounts.indexOf(name) !== index)
        .map(String);
    },
    violate: (manifests) => {
      podOf(manifests, 'slipway-script-runner').serviceAccountName = api;
    },
  },
  {
    name: 'no pod has environment variables for all services',
    findViolations: (manifests) =>
      workloads(manifests)
        .filter(({ pod }) => pod.enableServiceLinks !== false)
        .map(({ name }) => name),
    violate: (manifests) => {
      delete podOf(manifests, api).enableServiceLinks;
    },
  },
  {
    name: 'each container requests CPU, memory and disk space',
    findViolations: (manifests) =>
      workloads(manifests)
        .filter(({ container: { resources } }) =>
          ['cpu', 'memory', 'ephemeral-storage'].some((resourceName) => resources.requests[resourceName] === undefined),
        )
        .map(({ name }) => name),
    violate: (manifests) => {
      delete containerOf(manifests, api).resources.requests['ephemeral-storage'];
    },
  },
  {
    name: 'the memory limit equals the request, and CPU has no limit',
    findViolations: (manifests) =>
      workloads(manifests)
        .filter(({ container: { resources } }) => {
          const { requests, limits } = resources;
          return limits.memory === undefined || limits.memory !== requests.memory || limits.cpu !== undefined;
        })
        .map(({ name }) => name),
    violate: (manifests) => {
      containerOf(manifests, api).resources.limits.memory = '2Gi';
    },
  },
  {
    name: 'the hardened runner has a sandboxed runtime and a user namespace',
    findViolations: (manifests) => {
      const runtimeClasses = ofKind(manifests, 'RuntimeClass').map(({ metadata }) => metadata.name);
      return serving(manifests)
        .filter(({ service }) => service === 'script-runner' && runtimeClasses.length > 0)
        .filter(({ pod }) => pod.hostUsers !== false || !runtimeClasses.includes(pod.runtimeClassName ?? ''))
        .map(({ name }) => name);
    },
    violate: (manifests) => {
      delete podOf(manifests, 'slipway-script-runner').hostUsers;
    },
  },
];
