import { z } from 'zod';
import { booleanText, path, type Read, rule } from './setting.ts';

const serviceAccountToken = '/var/run/secrets/kubernetes.io/serviceaccount/token';

/** The settings of container tasks. */
export const containerVariables = {
  CONTAINER_TASKS: booleanText.prefault('false').meta(rule('must be true or false', 'true')),
  CONTAINER_KUBERNETES_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)
    .optional()
    .meta(rule('must be the name of a Kubernetes namespace', 'slipway-jobs')),
  CONTAINER_KUBERNETES_URL: z
    .url({ protocol: /^https?$/ })
    .regex(/^https?:\/\/[^/?#@]+\/?$/)
    .default('https://kubernetes.default.svc')
    .meta(rule('must be the address of a Kubernetes API server', 'https://kubernetes.default.svc')),
  CONTAINER_KUBERNETES_TOKEN_FILE: path
    .default(serviceAccountToken)
    .meta(rule('must be a file with the token of a service account', serviceAccountToken)),
};

export const containerSettings = (read: Read<typeof containerVariables>) => ({
  /** whether tasks in containers run; otherwise, users complete them */
  containerTasks: read.CONTAINER_TASKS,
  /** the cluster of tasks without a connection or labels; undefined: none */
  containerCluster:
    read.CONTAINER_KUBERNETES_NAMESPACE === undefined
      ? undefined
      : {
          url: read.CONTAINER_KUBERNETES_URL,
          namespace: read.CONTAINER_KUBERNETES_NAMESPACE,
          tokenFile: read.CONTAINER_KUBERNETES_TOKEN_FILE,
        },
});
