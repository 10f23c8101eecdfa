import { type ContainerSpec, endReasons, type JobEnd } from '@slipway/domain/containers';
import type { ContainerJob } from '@slipway/persistence/containers';
import { containerPurpose, type Seal } from '@slipway/persistence/secrets';
import { z } from 'zod';

/** The paths in each container. */
export const containerPaths = { inputFolder: '/slipway/in', outputFile: '/slipway/output' } as const;

const texts = z.array(z.string()).readonly();
const textMap = z.record(z.string(), z.string()).readonly();
const spec: z.ZodType<ContainerSpec> = z.object({
  ...{ image: z.string(), command: texts, args: texts, env: textMap, files: textMap },
  ...{ cpus: z.number().nullable(), memoryBytes: z.number().nullable(), timeoutSeconds: z.number() },
});

const jobContent = z.object({
  spec,
  /** all variables of the container */
  environment: textMap,
  /** the content of the file `input`: the task for an image of the family's integration kit */
  input: z.string(),
  /** encrypts the input file and the output file of such an image, in base64 */
  sessionKey: z.string(),
  /** the secrets of the task at the time of its start, to mask its log */
  secrets: texts,
});
/** The stored content of a job, which is encrypted at rest. */
export type JobContent = Readonly<z.output<typeof jobContent>>;

export const sealContent = (seal: Seal, jobId: string, content: JobContent): string =>
  seal.seal(containerPurpose(jobId, 'spec'), JSON.stringify(content));

/** Returns the content of a job in clear text. */
export const openContent = (seal: Seal, { id, sealedSpec }: Pick<ContainerJob, 'id' | 'sealedSpec'>): JobContent =>
  jobContent.parse(JSON.parse(seal.open(containerPurpose(id, 'spec'), sealedSpec)));

const jobEnd: z.ZodType<JobEnd> = z.object({
  reason: z.enum(endReasons),
  exitCode: z.number().nullable(),
  detail: z.string(),
  output: z.string(),
});

/** Encrypts the result of a job, because outputs can be secrets. */
export const sealEnd = (seal: Seal, jobId: string, end: JobEnd): string =>
  seal.seal(containerPurpose(jobId, 'result'), JSON.stringify(end));

/** Returns the stored result of a job; null: it has not ended. */
export const openEnd = (seal: Seal, { id, sealedResult }: ContainerJob): JobEnd | null =>
  sealedResult === null ? null : jobEnd.parse(JSON.parse(seal.open(containerPurpose(id, 'result'), sealedResult)));

/** Returns the log that an agent has sent; empty without one. */
export const openLog = (seal: Seal, { id, sealedLog }: Pick<ContainerJob, 'id' | 'sealedLog'>): string =>
  sealedLog === null ? '' : seal.open(containerPurpose(id, 'log'), sealedLog);

export const sealLog = (seal: Seal, jobId: string, log: string): string =>
  seal.seal(containerPurpose(jobId, 'log'), log);
