import { ByteBudget, largestShare } from '@slipway/concurrency';
import { limits } from '../policy/policy.ts';
import { failed, type Refusal } from '../policy/refusal.ts';

/** The responses that are being read at this moment: above the limit, the largest response is canceled, not the latest one. */
export const createResponseMemory = (max: number = limits.maxBufferedBytes): ByteBudget =>
  new ByteBudget(max, largestShare);

export const outOfMemory = (): Refusal =>
  failed('the request was sent, and its answer given up: too many large answers are being read, this one among them');
