import { type WaitingScript, waitingScripts } from '@slipway/persistence';
import type { Queue } from '@slipway/queue';
import { newCalendarCache } from '@slipway/resources';
import { type Repeating, repeat } from '@slipway/runtime';
import { usualLeaseMs } from './context/claim.ts';
import type { ScriptContext } from './context/context.ts';
import { type Place, Places, type Shares, usualShares } from './places.ts';
import { type Running, runScript } from './run-script.ts';
import { startWatch } from './watch.ts';

/** What has the scripts run that releases wait for. */
export interface ScriptRuns {
  /** how many runs wait for servers, and for the end of short pauses */
  readonly away: number;
  /** Claims nothing more; running scripts are canceled, and their leases let another process claim them. */
  stop(): Promise<void>;
}

export interface ScriptRunsOptions extends Omit<ScriptContext, 'calendar'> {
  /** Notifies of new script runs; without it, polls find them. */
  readonly queue?: Pick<Queue, 'serve'> | undefined;
  /** from the start of one look to the start of the next */
  readonly everyMs?: number;
  readonly shares?: Shares;
}

/** What one look finds at most of each kind. */
const mostFound = 64;
/** Between two looks where one pause is over right after another. */
const shortestMs = 50;
/** Processes that know the same moment look at it one after the other, so that they do not all claim the same run. */
const apartMs = 50;

/**
 * Polls every second for unclaimed runs, when the next pause ends, and at once while there are more, and consumes the
 * queue. Several processes may run it.
 */
export function startScriptRuns({
  queue,
  everyMs = 1_000,
  shares = usualShares,
  ...given
}: ScriptRunsOptions): ScriptRuns {
  const context: ScriptContext = { ...given, calendar: newCalendarCache() };
  const { logger, leaseMs = usualLeaseMs } = context;
  const stopping = new AbortController();
  const watch = startWatch(context, leaseMs, stopping.signal);
  let looking: Repeating | undefined;
  const places = new Places(shares, () => {
    if (runs.isMore && places.room() >= shares.computing) looking?.now();
  });
  const runs = runsIn({ context, watch, stopping: stopping.signal }, places);
  queue?.serve('runScript', runs.run, { concurrency: shares.computing });
  const look = async (): Promise<void> => {
    const nextInMs = await runs.look();
    if (nextInMs !== null) looking?.within(Math.max(shortestMs, nextInMs) + Math.random() * apartMs);
  };
  looking = repeat(everyMs, look, (error) =>
    logger.warn({ error }, 'a look for waiting scripts has failed and will be repeated'),
  );
  return {
    get away() {
      return places.away;
    },
    stop: async () => {
      stopping.abort(new Error('the process stops'));
      await looking?.stop();
      await runs.end();
      await watch.stop();
    },
  };
}

/** The runs of a process, each once at a time. */
function runsIn(running: Omit<Running, 'place'>, places: Places) {
  const { context, stopping } = running;
  const all = new Map<string, Promise<void>>();
  let isMore = false;

  async function perform(waiting: WaitingScript, place: Place): Promise<void> {
    try {
      await runScript({ ...running, place }, waiting);
    } catch (error) {
      // What cannot be claimed is found again by the next look: one at once would find it again, and again.
      isMore = false;
      context.logger.warn({ error, ...waiting }, 'a script could not be run and will be tried again');
    } finally {
      all.delete(waiting.runId);
      place.end();
    }
  }

  /**
   * Resolves when the run has ended, or waits for the first time, so that the consumer of the queue does not wait too.
   */
  async function run(waiting: WaitingScript): Promise<void> {
    if (all.has(waiting.runId)) return;
    const place = stopping.aborted ? null : places.enter(waiting.releaseId);
    if (place === null) return;
    const mine = perform(waiting, place);
    all.set(waiting.runId, mine);
    await Promise.race([mine, place.left]);
  }

  /** Answers in how many milliseconds the next one is to be looked for, where that is known. */
  async function look(): Promise<number | null> {
    isMore = true;
    if (stopping.aborted || places.room() === 0) return null;
    const { scripts: found, nextInMs } = await waitingScripts(context.database, mostFound, places.full());
    const fresh = found.filter(({ runId }) => !all.has(runId));
    const some = fresh.slice(0, places.room());
    isMore = some.length < fresh.length || found.length >= mostFound;
    // Not awaited: a script that takes a minute must not keep those that come after it from being found.
    for (const one of some) void run(one);
    return nextInMs;
  }

  return {
    run,
    look,
    get isMore() {
      return isMore;
    },
    end: () => Promise.all(all.values()),
  };
}
