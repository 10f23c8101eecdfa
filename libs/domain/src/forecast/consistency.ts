import { withDueMarkers } from '../calendar/overdue.ts';
import { contextFor, orRequirements } from '../decision/context.ts';
import type { Env } from '../decision/env.ts';
import type { Await } from '../decision/outcome.ts';
import { beginOutcome } from '../decision/outcome-draft.ts';
import { awaitsOf, wakeAt } from '../flow/effects.ts';
import { settle } from '../flow/settle.ts';
import { type Message, message, type NamedObject } from '../messages/message.ts';
import type { Instant } from '../model/json.ts';
import { namedTask, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isUnfinished } from '../model/status.ts';
import { explainRelease } from './explain.ts';

/** A release with its stored awaits and its stored wake-up time. */
export interface StoredWork {
  readonly release: Release;
  readonly awaits: readonly Await[];
  readonly wakeAt: Instant | null;
  /** The time of the last change in the release. */
  readonly touchedAt: Instant;
}

/** The delays in milliseconds after which pending work counts as lost. */
export interface Grace {
  readonly graceMs: number;
  readonly scriptGraceMs: number;
}

/** An inconsistency that blocks a release forever or delays it. */
export interface Gap {
  readonly kind: 'overdue' | 'asleep' | 'unlisted' | 'unsettled' | 'untold' | 'unclaimed' | 'stuck';
  readonly message: Message;
}

/**
 * Returns the gaps between the stored pending work of a release and the work that its state requires. A consistent
 * release has a next step, or waits for a user. `env.data` contains the states of its targets and no blackouts. Work
 * that has been due for less than `graceMs` is not a gap. A script may wait for a busy runner for `scriptGraceMs`.
 */
export function gapsOf(stored: StoredWork, env: Env, { graceMs, scriptGraceMs }: Grace): readonly Gap[] {
  const { release } = stored;
  if (!isUnfinished(release.status)) return [];
  const isDue = stored.wakeAt !== null && stored.wakeAt <= env.now;
  const { id, title } = release;
  const subject = { release: message('subject.release', { object: { id, title } }) };
  if (isDue) {
    const overdue = message('consistency.overdue', { ...subject, wakeAt: stored.wakeAt });
    return stored.wakeAt + graceMs < env.now ? [{ kind: 'overdue', message: overdue }] : [];
  }
  return [
    ...missedWakeTimes(stored, env.now).map(
      (moment): Gap => ({
        kind: 'asleep',
        message: message('consistency.notScheduled', { ...subject, wakeAt: moment }),
      }),
    ),
    ...(areAwaitsStored(stored)
      ? []
      : [{ kind: 'unlisted', message: message('consistency.otherAwaits', subject) } as const]),
    ...dueStepGaps(release, env, subject),
    ...tasksWithUnclaimedScript(stored, env.now - scriptGraceMs).map((object): Gap => {
      const task = message('quote.name', { object });
      return { kind: 'unclaimed', message: message('consistency.scriptNotScheduled', { ...subject, task }) };
    }),
    ...(hasReason(release, env.now)
      ? []
      : [{ kind: 'stuck', message: message('consistency.stuck', subject) } as const]),
  ];
}

/** Returns the tasks with a script that no runner has claimed, or whose lease expired, before `since`. */
function tasksWithUnclaimedScript(
  { release, touchedAt: changedAt }: StoredWork,
  since: Instant,
): readonly NamedObject[] {
  return [...tasksOf(release)]
    .filter(({ run: { script } }) => script !== null && (script.leaseUntil ?? changedAt) < since)
    .map(namedTask);
}

/** Returns the required wake-up time if no wake-up is stored for it or for an earlier time. */
function missedWakeTimes({ release, wakeAt: storedWakeAt }: StoredWork, now: Instant): readonly Instant[] {
  const due = wakeAt(release, now);
  return due === null || (storedWakeAt !== null && storedWakeAt <= due) ? [] : [due];
}

const keyOf = ({ taskId, kind, purpose, reference, until }: Await): string =>
  JSON.stringify([taskId, kind, purpose, reference, until]);

function areAwaitsStored({ release, awaits }: StoredWork): boolean {
  const derived = awaitsOf(release).map(keyOf).sort();
  const storedKeys = awaits.map(keyOf).sort();
  return derived.length === storedKeys.length && derived.every((key, index) => key === storedKeys[index]);
}

/** Returns the gaps for due automatic steps of the plan. */
function dueStepGaps(release: Release, env: Env, subject: { readonly release: Message }): readonly Gap[] {
  if (hasDueStep(release, false, env))
    return [{ kind: 'unsettled', message: message('consistency.stepNotScheduled', subject) }];
  if (!hasDueStep(release, true, env)) return [];
  return [{ kind: 'untold', message: message('consistency.gateNotNotified', subject) }];
}

/** Whether an automatic step is due. Overdue markers are not steps: the wake-up sets them, and is checked above. */
function hasDueStep(unmarked: Release, refreshTargets: boolean, env: Env): boolean {
  const release = withDueMarkers(unmarked, env.now);
  const settled = orRequirements(() => settle(beginOutcome(release, contextFor(env, null, { refreshTargets }))));
  if ('requirements' in settled) return true;
  const { phases, status } = settled.release;
  return phases !== release.phases || status !== release.status;
}

const hasReason = (release: Release, now: Instant): boolean =>
  explainRelease(release, {
    now,
    blackouts: [],
    targets: new Map(),
    sources: new Map(),
    existingApprovers: null,
    comments: new Map(),
  }).count > 0;
