import { setImmediate } from 'node:timers/promises';
import { message } from '@slipway/domain/messages';
import type { Connection } from '@slipway/persistence/database';
import { storeKey } from '@slipway/persistence/plans';
import { recordRuns, type TriggerRun } from '@slipway/persistence/triggers';
import { inTrace, type OpenSpan } from '@slipway/tracing';
import { toSavedResult } from '../commands/dispatch-result.ts';
import { withRetries } from '../concurrency/retry.ts';
import { settleAll } from '../concurrency/settle-all.ts';
import type { EngineContext } from '../decision/engine-context.ts';
import { crashPoint } from '../environment/crash-point.ts';
import { decideRun, failedRun } from './decide-occasion.ts';
import { isTriggerFault } from './faults.ts';
import type { Batch, Firing, FiringRequest, FiringTransaction, PendingOccasion, PendingRun } from './firing.ts';
import { createLockedTrigger } from './locked-trigger.ts';
import { createPlanWriter } from './plan-writer.ts';

/**
 * Fires a trigger for several occasions in order, once each, in one transaction. Releases, run history and counters are
 * the same as with a transaction for each occasion. But trigger and template are locked once, and a few statements
 * write all changes. An error of one occasion in a batch is an entry in the run history, and does not affect the
 * others. The error of a single occasion is thrown, because it may have aborted the transaction. The caller then fires
 * again with that error to record it. Returns null if the trigger need not fire. Also throws Overloaded,
 * DuplicateRequest and errors of the database. All occasions use one template.
 */
export async function fire(
  context: EngineContext,
  request: FiringRequest,
  fault: Error | null = null,
): Promise<Batch | null> {
  const { triggerId, causes = [] } = request;
  const trace = { name: 'trigger', fields: { 'slipway.trigger.id': triggerId }, causes };
  const batch = await inTrace(trace, async (span) => {
    const fired = await withRetries(message('objectId.trigger', { id: triggerId }), (mode) =>
      context.database.transaction((connection) => fireInTransaction(connection, context, request, fault), mode),
    );
    reportTo(fired, span);
    return fired;
  });
  if (batch !== null) crashPoint('after-commit');
  return batch;
}

/** The number of created releases, and the id of a single one. */
function reportTo(batch: Batch | null, span: OpenSpan): void {
  const runs = (batch?.firings ?? []).map(({ run }) => run);
  const [releaseId, ...otherIds] = runs.flatMap(({ releaseId }) => releaseId ?? []);
  span.setFields({
    'slipway.trigger.runs': runs.length,
    'slipway.trigger.releases': releaseId === undefined ? 0 : 1 + otherIds.length,
  });
  if (releaseId !== undefined && otherIds.length === 0) span.setFields({ 'slipway.release.id': releaseId });
  if (runs.some(({ outcome }) => outcome === 'failed')) span.fail('failed');
}

async function fireInTransaction(
  connection: Connection,
  context: EngineContext,
  request: FiringRequest,
  fault: Error | null,
): Promise<Batch | null> {
  const claimed = await request.claim(connection);
  if (claimed === null) return null;
  const locked = createLockedTrigger(connection, context, claimed.row.trigger);
  const firing = { connection, context, request, claimed, locked, writer: createPlanWriter(connection) };
  const lines = await decideRuns(firing, fault);
  const runs = await write(firing, lines);
  crashPoint('inside-transaction');
  const firings = runs.flatMap((run, index) => toFiring(firing, run, lines[index]));
  return { firings, before: claimed.before };
}

/**
 * The number of decisions after which other work of this process runs and the database starts to write. A decision
 * takes about a millisecond. With more interruptions, the trigger would be locked for long on a busy machine.
 */
const decisionsPerTurn = 4;

/** Decides on the occasions in order, while the database writes earlier decisions. */
async function decideRuns(firing: FiringTransaction, batchFault: Error | null): Promise<readonly PendingRun[]> {
  const { occasions, before, withoutRelease } = firing.claimed;
  const firedOccasions = new Set(before.map(({ occasion }) => occasion));
  const lines: PendingRun[] = [];
  if (withoutRelease !== null) lines.push({ run: withoutRelease, creation: null });
  try {
    for (const occasion of occasions) {
      if (firedOccasions.has(occasion.key)) continue;
      if (lines.length % decisionsPerTurn === decisionsPerTurn - 1) {
        firing.writer.startWrite();
        await setImmediate();
      }
      const fault = occasion.fault ?? batchFault;
      lines.push(fault === null ? await tryDecideRun(firing, occasion, lines) : failedRun(occasion, fault));
    }
  } catch (error) {
    // after a failed write, the transaction accepts no further statement
    await firing.writer.whenWritten();
    throw error;
  }
  return lines;
}

async function tryDecideRun(
  firing: FiringTransaction,
  occasion: PendingOccasion,
  lines: readonly PendingRun[],
): Promise<PendingRun> {
  try {
    return await decideRun(firing, occasion, lines);
  } catch (error) {
    if (!isTriggerFault(error) || firing.claimed.occasions.length === 1) throw error;
    return failedRun(occasion, error);
  }
}

/** Writes all decisions in one round trip, because other transactions wait for the trigger and the template. */
async function write(
  { connection, claimed, request, writer }: FiringTransaction,
  lines: readonly PendingRun[],
): Promise<readonly TriggerRun[]> {
  const { row, now, nextFireAt, triggerState: polledState } = claimed;
  if (lines.length === 0 && nextFireAt === row.nextFireAt) return [];
  const { caller, key } = request;
  const lastReleaseId = lines.findLast(({ creation }) => creation !== null)?.run.releaseId ?? null;
  const runs = lines.map(({ run }) => run);
  // if a change has created no release, the old state stays, so that the next poll finds the change again
  const triggerState = runs.every(({ outcome }) => outcome === 'created' || outcome === 'skipped') ? polledState : null;
  // First the releases, because their database errors are converted to messages.
  writer.startWrite();
  const [, , recorded] = await settleAll(
    writer.whenWritten(),
    key === null || lastReleaseId === null ? Promise.resolve() : storeKey(connection, key, lastReleaseId),
    recordRuns(connection, {
      triggerId: row.trigger.id,
      firedAt: now,
      username: caller.username,
      nextFireAt,
      triggerState,
      runs,
    }),
  );
  return recorded;
}

function toFiring({ writer }: FiringTransaction, run: TriggerRun, line: PendingRun | undefined): readonly Firing[] {
  if (run.outcome === 'skipped') return [];
  const creation = line?.creation ?? null;
  if (creation === null) return [{ run, created: null }];
  const { outcome, created } = creation;
  const saved = {
    version: writer.versionOf(outcome.release.id),
    waiters: [],
    taskView: null,
    releaseView: null,
    riskVersion: null,
    traceparent: writer.traceparentOf(outcome),
  };
  return [{ run, created: toSavedResult(outcome, created, saved) }];
}
