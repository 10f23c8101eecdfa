import { Semaphore } from '@slipway/concurrency';
import { message, type NameIn } from '@slipway/domain/messages';
import { Overloaded } from '@slipway/engine';

export interface SlotLimits {
  /** Slots in total, and for each user; by default one user may have all of them. */
  readonly max: number;
  readonly maxPerUser?: number;
  /** The maximum number of waiting requests; with `maxPerUser`, one user has at most half of the queue. */
  readonly maxWaiting: number;
  readonly timeoutMs?: number;
  /** The subject of the error message. */
  readonly label: NameIn<'requests'>;
}

/** Slots for expensive work. Throws Overloaded if the queue is full, or no slot becomes free in time. */
export function createSlots({ maxPerUser, label, ...limits }: SlotLimits): Semaphore {
  const refuse = () => new Overloaded(message('server.tooManyRequests', { requests: message(`requests.${label}`) }));
  if (maxPerUser === undefined) return new Semaphore({ ...limits, refuse });
  return new Semaphore({ ...limits, maxPerKey: maxPerUser, maxWaitingPerKey: limits.maxWaiting / 2, refuse });
}

/** Shorter than the time limit of a body without data. */
const timeoutMs = 30_000;

/** Each takes about half a megabyte. */
export const uploadSlots = createSlots({ max: 8, maxPerUser: 4, maxWaiting: 64, timeoutMs, label: 'uploads' });

/** Each takes about half a megabyte. */
export const downloadSlots = createSlots({
  max: 16,
  maxPerUser: 8,
  maxWaiting: 128,
  timeoutMs,
  label: 'downloads',
});

/** Each file is stored in the database until it is read, together with its result. */
export const largeFileSlots = createSlots({
  max: 2,
  maxPerUser: 1,
  maxWaiting: 16,
  timeoutMs,
  label: 'largeFiles',
});

/** Each reads and renders up to 2,000 templates. */
export const generationSlots = createSlots({
  max: 2,
  maxPerUser: 1,
  maxWaiting: 16,
  timeoutMs,
  label: 'documentsToGenerate',
});

/** Each takes several times its size while it is rendered, up to 300 MB. */
export const largeAnswerSlots = createSlots({
  max: 2,
  maxPerUser: 1,
  maxWaiting: 64,
  timeoutMs,
  label: 'largeAnswers',
});

/** Each has the plan of a release in memory, which takes up to 50 MB. */
export const reportSlots = createSlots({ max: 4, maxPerUser: 2, maxWaiting: 64, timeoutMs, label: 'reports' });
