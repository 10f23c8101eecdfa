import { containerPaths, type JobContent } from '@slipway/application/containers';

/** The job of a manifest. */
export interface ManifestJob {
  /** the name of the Job and of its Secret */
  readonly name: string;
  readonly namespace: string;
  readonly releaseId: string;
  readonly taskId: string;
  readonly content: JobContent;
}

const labels = { 'app.kubernetes.io/managed-by': 'slipway' } as const;

/** The time after which the cluster deletes an ended Job that this product has not deleted, in seconds. */
const keptSeconds = 86_400;

/** Returns the data of the Secret by key: everything that can contain a secret. */
function secretData({ spec, environment, input }: JobContent): Readonly<Record<string, string>> {
  const named = (prefix: string, texts: readonly string[]) =>
    texts.map((text, nth) => [`${prefix}-${nth}`, text] as const);
  return {
    ...{ input },
    ...Object.fromEntries(named('env', Object.values(environment))),
    ...Object.fromEntries(named('file', Object.values(spec.files))),
    ...Object.fromEntries(named('arg', [...spec.command, ...spec.args])),
  };
}

/** Returns the Secret of a job. The cluster deletes it with its Job. */
export const secretManifest = ({ name, namespace, content }: ManifestJob, jobUid: string) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    ...{ name, namespace, labels },
    ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name, uid: jobUid }],
  },
  type: 'Opaque',
  immutable: true,
  data: Object.fromEntries(
    Object.entries(secretData(content)).map(([key, text]) => [key, Buffer.from(text).toString('base64')]),
  ),
});

/** A variable of the container whose value is in the Secret. */
const fromSecret = (secretName: string, name: string, key: string) => ({
  name,
  valueFrom: { secretKeyRef: { name: secretName, key } },
});

/** The name of the variable with an argument. The cluster replaces `$(name)` once, so that the text stays unchanged. */
const argumentVariable = (nth: number): string => `SLIPWAY_ARGUMENT_${nth}`;
const argumentsFrom = (texts: readonly string[], first: number): readonly string[] =>
  texts.map((_, index) => `$(${argumentVariable(first + index)})`);

function containerOf({ name, content }: ManifestJob) {
  const { spec, environment } = content;
  const { image, command, args, cpus, memoryBytes } = spec;
  const texts = [...command, ...args];
  const limits = {
    ...(cpus !== null && { cpu: `${Math.max(1, Math.round(cpus * 1_000))}m` }),
    ...(memoryBytes !== null && { memory: String(memoryBytes) }),
  };
  return {
    name: 'main',
    image,
    ...(command.length > 0 && { command: argumentsFrom(command, 0) }),
    ...(args.length > 0 && { args: argumentsFrom(args, command.length) }),
    env: [
      ...texts.map((_, nth) => fromSecret(name, argumentVariable(nth), `arg-${nth}`)),
      ...Object.keys(environment).map((variable, nth) => fromSecret(name, variable, `env-${nth}`)),
    ],
    ...(Object.keys(limits).length > 0 && { resources: { limits } }),
    terminationMessagePath: containerPaths.outputFile,
    terminationMessagePolicy: 'File',
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
    volumeMounts: [{ name: 'input', mountPath: containerPaths.inputFolder, readOnly: true }],
  };
}

/**
 * Returns the Job, suspended until its Secret exists. It starts at most one pod: a failed or lost pod fails the Job.
 */
export function jobManifest(job: ManifestJob) {
  const { name, namespace, releaseId, taskId, content } = job;
  const { files, timeoutSeconds } = content.spec;
  const items = [
    { key: 'input', path: 'input' },
    ...Object.keys(files).map((file, nth) => ({ key: `file-${nth}`, path: `files/${file}` })),
  ];
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      ...{ name, namespace, labels },
      annotations: { 'slipway.dev/release': releaseId, 'slipway.dev/task': taskId },
    },
    spec: {
      suspend: true,
      ...{ parallelism: 1, completions: 1, backoffLimit: 0 },
      activeDeadlineSeconds: timeoutSeconds,
      ttlSecondsAfterFinished: keptSeconds,
      template: {
        metadata: { labels },
        spec: {
          restartPolicy: 'Never',
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
          containers: [containerOf(job)],
          volumes: [{ name: 'input', secret: { secretName: name, items } }],
        },
      },
    },
  };
}
