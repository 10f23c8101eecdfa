import { endReasons, type JobEnd } from '@slipway/domain/containers';
import type { ContainerJob } from '@slipway/persistence/containers';
import { containerPurpose, type Seal } from '@slipway/persistence/secrets';
import { z } from 'zod';

const jobEnd: z.ZodType<JobEnd> = z.object({
  reason: z.enum(endReasons),
  exitCode: z.number().nullable(),
  detail: z.string(),
  output: z.string(),
});

/** Encrypts the result of a job, because outputs can be secrets. */
export const sealedEnd = (seal: Seal, jobId: string, end: JobEnd): string =>
  seal.seal(containerPurpose(jobId, 'result'), JSON.stringify(end));

/** Returns the stored result of a job; null: it has not ended. */
export const parseEnd = (seal: Seal, { id, sealedResult }: ContainerJob): JobEnd | null =>
  sealedResult === null ? null : jobEnd.parse(JSON.parse(seal.open(containerPurpose(id, 'result'), sealedResult)));
