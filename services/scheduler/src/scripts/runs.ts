import { type WaitingScript, waitingScripts } from '@slipway/persistence';
import type { Queue } from '@slipway/queue';
import { newCalendarCache } from '@slipway/resources';
import { type Repeating, repeat } from '../timing/repeat.ts';
import type { ScriptContext } from './context/context.ts';
import { runScript } from './run-script.ts';

/** What has the scripts run that releases wait for. */
export interface ScriptRuns {
  /** Claims nothing more; what runs is given up, and its lease lets another process claim it. */
  stop(): Promise<void>;
}

export interface ScriptRunsOptions extends Omit<ScriptContext, 'calendar'> {
  /** says at once that a script waits; without it everything is found by the look */
  readonly queue?: Pick<Queue, 'serve'> | undefined;
  /** from the start of one look to the start of the next */
  readonly everyMs?: number;
}

/** A runner has few places, and what waits for one waits there for a bounded time only. */
const mostAtOnce = 8;

/** Looks every second at what nobody has claimed, and hears from the queue of what is new. Any number of processes may. */
export function startScriptRuns({ queue, everyMs = 1_000, ...given }: ScriptRunsOptions): ScriptRuns {
  const context: ScriptContext = { ...given, calendar: newCalendarCache() };
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  const { logger } = context;
  const run = (waiting: WaitingScript): Promise<void> => {
    const known = running.get(waiting.runId);
    if (known !== undefined) return known;
    const mine = runScript(context, waiting, stopping.signal)
      .catch((error) => logger.warn({ error, ...waiting }, 'a script could not be run and will be tried again'))
      .finally(() => running.delete(waiting.runId));
    running.set(waiting.runId, mine);
    return mine;
  };
  queue?.serve('runScript', run, { concurrency: mostAtOnce });
  const look = async (): Promise<void> => {
    const room = mostAtOnce - running.size;
    if (room <= 0) return;
    const waiting = await waitingScripts(context.database, mostAtOnce);
    // Not awaited: a script that takes a minute must not keep those that come after it from being found.
    for (const one of waiting.filter(({ runId }) => !running.has(runId)).slice(0, room)) void run(one);
  };
  const looking: Repeating = repeat(everyMs, look, (error) =>
    logger.warn({ error }, 'a look for waiting scripts has failed and will be repeated'),
  );
  return {
    stop: async () => {
      stopping.abort(new Error('the process stops'));
      await looking.stop();
      await Promise.all(running.values());
    },
  };
}
