import { needsCause } from '@slipway/tracing';
import type { EngineContext } from '../decision/engine-context.ts';
import { readPlan } from './dispatch.ts';

/**
 * Returns the trace of the latest change of a release, which is the cause of an automatic input. The loaded plan is
 * cached for the next decision.
 */
export async function lastTrace(context: EngineContext, id: string): Promise<string | null> {
  if (!needsCause()) return null;
  const plan = await readPlan(context, id).catch(() => null);
  return plan?.traceparent ?? null;
}
