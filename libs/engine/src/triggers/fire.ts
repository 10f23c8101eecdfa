import { setImmediate } from 'node:timers/promises';
import { type Connection, recordRuns, storeKey, type TriggerRun } from '@slipway/persistence';
import { inTrace, type OpenSpan } from '@slipway/tracing';
import { savedResult } from '../commands/dispatch-result.ts';
import { withRetries } from '../concurrency/retry.ts';
import { settleAll } from '../concurrency/settle-all.ts';
import type { EngineContext } from '../decision/context.ts';
import { crashPoint } from '../environment/crash-point.ts';
import { decidedLine, failed } from './decide-occasion.ts';
import type { Batch, Firing, FiringRequest, FiringTransaction, Line, PendingOccasion } from './firing.ts';
import { lockedTrigger } from './locked-trigger.ts';
import { isMistake } from './mistakes.ts';
import { createPlanWriter } from './plan-writer.ts';

/**
 * Fires a trigger for its occasions in order and once each, in one transaction. Releases, run history and counters are
 * the same as for one occasion after the other, but trigger and template are locked once, and a few statements write
 * all. A fault of one occasion in a batch is an entry in the run history and does not affect the others. The fault of
 * a single occasion is thrown, because it may have aborted the transaction; the caller fires again with that fault to
 * record it. Null if there was nothing to do. Also throws Overloaded, Repeated and errors of the database. All
 * occasions use one template.
 */
export async function fire(
  context: EngineContext,
  request: FiringRequest,
  mistake: Error | null = null,
): Promise<Batch | null> {
  const { triggerId, causes = [] } = request;
  const story = { name: 'trigger', fields: { 'slipway.trigger.id': triggerId }, causes };
  const batch = await inTrace(story, async (span) => {
    const fired = await withRetries(`trigger '${triggerId}'`, (mode) =>
      context.database.transaction((connection) => fireIn(connection, context, request, mistake), mode),
    );
    tellOf(fired, span);
    return fired;
  });
  if (batch !== null) crashPoint('after-commit');
  return batch;
}

/** How many releases were made; of one alone, which. */
function tellOf(batch: Batch | null, span: OpenSpan): void {
  const runs = (batch?.firings ?? []).map(({ run }) => run);
  const [made, ...others] = runs.flatMap(({ releaseId }) => releaseId ?? []);
  span.tell({
    'slipway.trigger.runs': runs.length,
    'slipway.trigger.releases': made === undefined ? 0 : 1 + others.length,
  });
  if (made !== undefined && others.length === 0) span.tell({ 'slipway.release.id': made });
  if (runs.some(({ outcome }) => outcome === 'failed')) span.fail('failed');
}

async function fireIn(
  connection: Connection,
  context: EngineContext,
  request: FiringRequest,
  mistake: Error | null,
): Promise<Batch | null> {
  const claimed = await request.claim(connection);
  if (claimed === null) return null;
  const locked = lockedTrigger(connection, context, claimed.row.trigger);
  const firing = { connection, context, request, claimed, locked, writer: createPlanWriter(connection) };
  const lines = await linesFor(firing, mistake);
  const runs = await write(firing, lines);
  crashPoint('inside-transaction');
  const firings = runs.flatMap((run, index) => firingOf(firing, run, lines[index]));
  return { firings, before: claimed.before };
}

/**
 * Decisions between which others have their turn, since each takes a millisecond of this process, and the database has
 * something to write: more turns would hold the trigger for long on a busy machine.
 */
const atATime = 4;

/** Decides on one occasion after the other, while the database writes what was decided before. */
async function linesFor(firing: FiringTransaction, mistake: Error | null): Promise<readonly Line[]> {
  const { occasions, before, withoutRelease } = firing.claimed;
  const known = new Set(before.map(({ occasion }) => occasion));
  const lines: Line[] = [];
  if (withoutRelease !== null) lines.push({ run: withoutRelease, made: null });
  try {
    for (const occasion of occasions) {
      if (known.has(occasion.key)) continue;
      if (lines.length % atATime === atATime - 1) {
        firing.writer.send();
        await setImmediate();
      }
      const wrong = occasion.mistake ?? mistake;
      lines.push(wrong === null ? await lineFor(firing, occasion, lines) : failed(occasion, wrong));
    }
  } catch (error) {
    // after a write that was refused nothing else goes through
    await firing.writer.sent();
    throw error;
  }
  return lines;
}

async function lineFor(firing: FiringTransaction, occasion: PendingOccasion, lines: readonly Line[]): Promise<Line> {
  try {
    return await decidedLine(firing, occasion, lines);
  } catch (error) {
    if (!isMistake(error) || firing.claimed.occasions.length === 1) throw error;
    return failed(occasion, error);
  }
}

/** Writes all that is decided, in one round trip: others wait for the trigger and the template meanwhile. */
async function write(
  { connection, claimed, request, writer }: FiringTransaction,
  lines: readonly Line[],
): Promise<readonly TriggerRun[]> {
  const { row, now, nextFireAt, triggerState: found } = claimed;
  if (lines.length === 0 && nextFireAt === row.nextFireAt) return [];
  const { caller, key } = request;
  const made = lines.findLast((line) => line.made !== null)?.run.releaseId ?? null;
  const runs = lines.map(({ run }) => run);
  // a change of which no release was made is found again by the next poll
  const triggerState = runs.every(({ outcome }) => outcome === 'created' || outcome === 'skipped') ? found : null;
  // The releases first: errors of the database become messages.
  writer.send();
  const [, , recorded] = await settleAll(
    writer.sent(),
    key === null || made === null ? Promise.resolve() : storeKey(connection, key, made),
    recordRuns(connection, {
      ...{ triggerId: row.trigger.id, firedAt: now, username: caller.username, nextFireAt, triggerState, runs },
    }),
  );
  return recorded;
}

function firingOf({ writer }: FiringTransaction, run: TriggerRun, line: Line | undefined): readonly Firing[] {
  if (run.outcome === 'skipped') return [];
  const made = line?.made ?? null;
  if (made === null) return [{ run, made }];
  const { outcome, created } = made;
  const saved = {
    version: writer.versionOf(outcome.release.id),
    waiters: [],
    view: null,
    whole: null,
    riskVersion: null,
    traceparent: writer.traceparentOf(outcome),
  };
  return [{ run, made: savedResult(outcome, created, saved) }];
}
