import { z } from 'zod';
import { PlaceUnavailable } from '../place.ts';

const condition = z.object({
  type: z.string(),
  status: z.string(),
  reason: z.string().optional(),
  message: z.string().optional(),
});

/** The members of a Job that decide its end. */
export const job = z.object({
  metadata: z.object({ uid: z.string() }),
  spec: z.object({ suspend: z.boolean().optional() }),
  status: z.object({ conditions: z.array(condition).optional() }).optional(),
});
export type Job = z.output<typeof job>;

const details = z.object({ reason: z.string().optional(), message: z.string().optional() });
const containerStatus = z.object({
  state: z
    .object({
      waiting: details.optional(),
      running: z.object({}).optional(),
      terminated: details.extend({ exitCode: z.number() }).optional(),
    })
    .optional(),
});

/** The members of a pod that decide its state. */
export const pod = z.object({
  metadata: z.object({
    name: z.string(),
    creationTimestamp: z.string().optional(),
    deletionTimestamp: z.string().optional(),
  }),
  status: z
    .object({
      phase: z.string().optional(),
      reason: z.string().optional(),
      message: z.string().optional(),
      containerStatuses: z.array(containerStatus).optional(),
    })
    .optional(),
});
export type Pod = z.output<typeof pod>;

export const podList = z.object({ items: z.array(pod) });

/** Parses an answer. Throws PlaceUnavailable for an answer of another program, such as a proxy that starts. */
export function parseAnswer<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new PlaceUnavailable('the answer of the cluster has an unknown form');
  }
}
