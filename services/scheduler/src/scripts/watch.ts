import { isAwaited } from '@slipway/persistence';
import { repeat } from '../timing/repeat.ts';
import type { ClaimedRun, ScriptContext } from './context/context.ts';

/** For as long as somebody wants to know how a script ends. */
interface Wanted {
  /** aborted when nobody does any more, or when this process stops */
  readonly signal: AbortSignal;
  stop(): Promise<void>;
}

/** Looks each second whether a release still waits for a run: a task may be aborted meanwhile, on any process. */
export function watch(
  { database, logger }: ScriptContext,
  { view, script }: ClaimedRun,
  stopping: AbortSignal,
): Wanted {
  const unwanted = new AbortController();
  const look = async (): Promise<void> => {
    if (!(await isAwaited(database, view.release.id, script.id))) unwanted.abort(new Error('nobody waits for it'));
  };
  const looking = repeat(1_000, look, (error) =>
    logger.warn({ error }, 'a look whether a script is still wanted has failed and will be repeated'),
  );
  return { signal: AbortSignal.any([stopping, unwanted.signal]), stop: looking.stop };
}
