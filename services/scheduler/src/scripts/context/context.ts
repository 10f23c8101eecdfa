import type { ResourceContext } from '@slipway/application/model';
import { systemUser } from '@slipway/domain/decision';
import { textOf } from '@slipway/domain/messages';
import { type Instant, type ScriptRun, type Task, tasksOf } from '@slipway/domain/model';
import { isSameUser, tokenFaultMessage } from '@slipway/domain/people';
import { scriptAuthorOf } from '@slipway/domain/scripts';
import type { Person } from '@slipway/engine';
import type { Egress } from '@slipway/outbound-http';
import { readClock } from '@slipway/persistence/database';
import { type ReleaseView, readRelease } from '@slipway/persistence/plans';
import type { WaitingScript } from '@slipway/persistence/scripts';
import type { Logger } from '@slipway/process';
import type { RunnerClient } from '@slipway/script-protocol';
import { withCause } from '@slipway/tracing';

/** The settings of container tasks. */
interface ContainerSettings {
  /** the cluster of tasks without a connection or labels; undefined: none */
  readonly cluster?: { readonly url: string; readonly namespace: string; readonly tokenFile: string } | undefined;
  /** the address of this product for containers; undefined: unknown */
  readonly releaseUrl?: string | undefined;
}

export interface ScriptContext extends ResourceContext {
  readonly scripts: RunnerClient;
  /** sends the HTTP requests of scripts */
  readonly egress: Pick<Egress, 'send'>;
  /** The API version for scripts. */
  readonly apiVersion: string;
  /** The address of templates in generated files, to which an id is appended. */
  readonly templatesAt: string;
  /** the settings of container tasks; absent: they have no default cluster */
  readonly containers?: ContainerSettings | undefined;
  /** the lease of a claim, in milliseconds (30 seconds by default) */
  readonly leaseMs?: number | undefined;
  readonly logger: Logger;
}

/** A run that this process has claimed: the release at the time of the claim, and the waiting task. */
export interface ClaimedRun {
  readonly view: ReleaseView;
  readonly task: Task;
  readonly script: ScriptRun;
  /** whether it waited for the end of its own pause */
  readonly slept: boolean;
  /** The trace that caused the run; null without tracing. */
  readonly cause: string | null;
  /** The end of the lease of this attempt, which renewals extend. */
  readonly lease: { until: Instant };
  /** the time of the database, in whole milliseconds */
  clock(): Instant;
}

/** The script can never run. Its task fails, with the message as a comment. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
}

/**
 * Returns the run-as user of a release, with their current permissions, and with the restrictions of its token; null
 * without a run-as user. Throws CannotRun for an invalid token.
 */
export async function scriptCaller(
  { engine: { access } }: Pick<ScriptContext, 'engine'>,
  { view }: Pick<ClaimedRun, 'view'>,
): Promise<Person | null> {
  const { scriptUsername, scriptTokenId } = view.release;
  if (scriptUsername === null) return null;
  if (scriptTokenId === null) return await access.byName(scriptUsername);
  const person = await access.byToken(scriptTokenId);
  if (typeof person === 'string') throw new CannotRun(textOf(tokenFaultMessage(person)));
  return person;
}

/**
 * Returns the stored author of the script of a run, with the current permissions; null: no author is stored. The author
 * of a script that the product itself wrote is its run-as user.
 */
export async function scriptAuthor(
  { engine: { access } }: Pick<ScriptContext, 'engine'>,
  { task, script }: Pick<ClaimedRun, 'task' | 'script'>,
  runAsUser: Person | null,
): Promise<Person | null> {
  const username = scriptAuthorOf(task, script.purpose);
  if (username === null) return null;
  if (runAsUser !== null && (username === systemUser || isSameUser(username, runAsUser.username))) return runAsUser;
  return withName(await access.byName(username), username);
}

/** Keeps the name of a deleted user for refusals and logs. */
const withName = (person: Person, username: string): Person => {
  if (person.username !== '') return person;
  const callerWithName = async () => ({ ...(await person.callerAt({ folderId: '' })), username });
  return {
    ...person,
    username,
    callerAt: callerWithName,
    memberAt: callerWithName,
    callersAt: (locations) => Promise.all(locations.map(callerWithName)),
  };
};

/**
 * Returns the lease of a claimed run, in milliseconds. It is renewed at half of its time. After a crash of its process,
 * a run is stuck for this time.
 */
export const defaultLeaseMs = 30_000;

/**
 * Claims the next attempt at a script run for its lease. Returns null if there is nothing to claim: the run has ended,
 * is not due, its task was aborted, or another process was faster.
 */
export async function claimRun(
  context: ScriptContext,
  { releaseId, runId }: WaitingScript,
): Promise<ClaimedRun | null> {
  const { database, engine, leaseMs = defaultLeaseMs } = context;
  const currentView = await readRelease(database, releaseId);
  const waiting = currentView && waitingFor(currentView, runId);
  if (!currentView || !waiting) return null;
  const now = await readClock(database);
  const since = performance.now();
  if (waiting.script.leaseUntil !== null && waiting.script.leaseUntil > now) return null;
  const attempt = waiting.script.attempt + 1;
  const leaseUntil = now + leaseMs;
  const { traceparent: cause = null } = currentView;
  const { release, outcome, version } = await withCause(cause, () =>
    engine.dispatch(releaseId, { kind: 'fact', fact: { type: 'scriptStarted', runId, attempt, leaseUntil } }),
  );
  if (outcome === null) return null;
  // The run uses the release at the time of the claim: a script sees its own task running (compatibility.md, Scripts).
  const view =
    version === currentView.version + 1 ? { ...currentView, release, version } : await readRelease(database, releaseId);
  const run = view && waitingFor(view, runId);
  if (!view || !run) return null;
  const slept = waiting.script.timer === 'sleep';
  const clock = () => Math.round(now + performance.now() - since);
  const script = { ...run.script, attempt };
  return { view, task: run.task, script, slept, cause, lease: { until: leaseUntil }, clock };
}

interface WaitingTask {
  readonly task: Task;
  readonly script: ScriptRun;
}

/** Returns the task that waits for this run of a script, with the state of the run. */
export function waitingFor({ release }: ReleaseView, runId: string): WaitingTask | null {
  for (const task of tasksOf(release)) {
    if (task.run.script?.id === runId) return { task, script: task.run.script };
  }
  return null;
}
