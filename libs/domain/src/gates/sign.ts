import { logTask } from '../decision/log.ts';
import { type Progress, putRelease, putRun } from '../decision/progress.ts';
import type { Signing, Verdict } from '../model/approval.ts';
import type { Passive } from '../model/passive.ts';
import { findPlace, mapPlan, placeOf, taskOf, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isEnded, isTemplate } from '../model/status.ts';
import type { Task, TaskDefinition, TaskPassive } from '../model/task.ts';
import { gateType } from '../model/task-types.ts';
import { isSameUser, mayLock } from '../people/standing.ts';
import { lastWords, signingOf } from './approvals.ts';
import { requireMayPass } from './pass-over.ts';

/** The user who changes a plan; null for a change by a script or by the flow. */
type Author = string | null;

/** What a command has done to a plan, besides what can be seen of it. */
export interface PlanChange {
  readonly by: Author;
  /** the tasks that it has moved */
  readonly moved: ReadonlySet<string>;
}

/** The number of stored verdicts of one gate. */
const mostVerdicts = 200;

/** The verdicts of a gate with one more. If there are too many, the oldest withdrawn one is deleted. */
export function withVerdict(signing: Signing, verdict: Verdict): Signing {
  const verdicts = [...signing.verdicts, verdict];
  if (verdicts.length <= mostVerdicts) return { ...signing, verdicts };
  const last = new Set(lastWords({ ...signing, verdicts }));
  const old = verdicts.findIndex((each) => !last.has(each));
  return { ...signing, verdicts: verdicts.filter((_, index) => index !== old) };
}

/**
 * Signs a change of a plan: the release and each gate that differs get their next revision and its author, a new gate
 * gets its creator. A change withdraws the approvals of its author at gates that require four eyes, and those of the
 * author of the change before it: an approval of one's own work must not count after another user's change. Throws
 * Forbidden where a gate would require less and the caller may not allow that.
 */
export function signedChange(before: Progress, after: Progress, change: PlanChange): Progress {
  const old = new Map([...tasksOf(before.release)].filter(isGate).map((gate) => [gate.id, gate]));
  requireAsMuch(before.release, after, change);
  const release = mapPlan(after.release, (task) => (isGate(task) ? signedGate(old.get(task.id), task, change) : task));
  const { authorship } = release;
  const changedBy = change.by ?? authorship.changedBy;
  const signed = { ...release, authorship: { ...authorship, changedBy, revision: authorship.revision + 1 } };
  const previous = isSameUser(authorship.changedBy, changedBy ?? '') ? null : authorship.changedBy;
  return withdrawn(withdrawn(putRelease(after, signed), change.by), previous);
}

const isGate = ({ definition }: Task): boolean => definition.type === gateType;

function signedGate(was: Task | undefined, gate: Task, { by, moved }: PlanChange): Task {
  const signing = signingOf(gate);
  // The copies of a restart have the authors of the original gates, not the user of the restart.
  if (was === undefined)
    return by === null || gate.originId !== null ? gate : signedAs(gate, { ...signing, createdBy: by });
  if (isSameContent(was, gate) && !moved.has(gate.id)) return gate;
  return signedAs(gate, { ...signing, changedBy: by ?? signing.changedBy, revision: signing.revision + 1 });
}

const signedAs = (gate: Task, signing: Signing): Task => ({ ...gate, run: { ...gate.run, signing } });

/** The fields of a gate that do not affect its approvals: assignment and flags. */
const silent: ReadonlySet<string> = new Set<keyof TaskDefinition | keyof TaskPassive>([
  'owner',
  'team',
  'locked',
  'flagStatus',
  'uses',
  'watchers',
  'flagComment',
]);

/** Edits keep unchanged objects, so identity is enough (see `edited`). */
function isSameContent(was: Task, now: Task): boolean {
  if (was.definition === now.definition && was.passive === now.passive) return true;
  return isSameBut(was.definition, now.definition) && isSameBut(given(was.passive), given(now.passive));
}

const given = (passive: Passive<TaskPassive>): Partial<TaskPassive> =>
  passive.kind === 'new' ? passive.value : (passive.changes ?? {});

function isSameBut(was: object, now: object): boolean {
  return [...Object.keys(was), ...Object.keys(now)].every(
    (name) => silent.has(name) || Reflect.get(was, name) === Reflect.get(now, name),
  );
}

const preconditionOf = (task: Task | undefined) => task && given(task.passive).precondition;

/** Whether the precondition of a task, or of a group around it, has changed. It may skip the task. */
function isNewlyHeld(before: Release, after: Release, id: string): boolean {
  const around = placeOf(after, id).groups;
  const ids = [id, ...around.map((group) => group.id)];
  const taskIn = (release: Release, each: string) => findPlace(release, each)?.task;
  return ids.some((each) => preconditionOf(taskIn(before, each)) !== preconditionOf(taskIn(after, each)));
}

/**
 * In a release, some changes of a gate with approvals require the permission to edit locked tasks: moving or deleting
 * it, and changing its requirements, its type, or its precondition or that of a group around it. Otherwise, the users
 * whom the gate blocks could remove it.
 */
function requireAsMuch(before: Release, { release, context }: Progress, { moved }: PlanChange): void {
  const { caller, scriptAuthor } = context;
  if (isTemplate(release.status)) return;
  if (scriptAuthor === undefined && caller !== null && mayLock(caller, release)) return;
  const now = new Map([...tasksOf(release)].map((task) => [task.id, task.definition]));
  for (const gate of tasksOf(before)) {
    const { id, definition, run } = gate;
    if (definition.type !== gateType) continue;
    if (definition.approvalRequirements.length === 0 || isEnded(run.status)) continue;
    const isAsking = now.get(id)?.approvalRequirements === definition.approvalRequirements;
    if (!isAsking || moved.has(id) || isNewlyHeld(before, release, id))
      requireMayPass(release, context, gate, 'weaken');
  }
}

function withdrawn(before: Progress, by: Author): Progress {
  if (by === null) return before;
  const heard = [...tasksOf(before.release)].filter(({ definition, run }) => {
    const isAsking = run.signing !== null && definition.approvalRequirements.some(({ fourEyes }) => fourEyes);
    return isAsking && !isEnded(run.status) && hasApproved(run.signing, by);
  });
  return heard.reduce(
    (progress, { id }) => withdrawnFrom(progress, id, by, 'Withdrew by a change the approval of'),
    before,
  );
}

const hasApproved = (signing: Signing, by: string): boolean =>
  lastWords(signing).some(({ username, kind }) => kind === 'APPROVED' && isSameUser(username, by));

/** Withdraws the verdict of a user on a gate; `verb` begins the log entry. */
export function withdrawnFrom(before: Progress, gateId: string, username: string, verb: string): Progress {
  const { release, context } = before;
  const gate = taskOf(release, gateId);
  const signing = signingOf(gate);
  const verdict: Verdict = {
    kind: 'WITHDRAWN',
    username,
    date: context.env.now,
    comment: null,
    gate: signing.revision,
    plan: release.authorship.revision,
    ahead: gate.run.status !== 'IN_PROGRESS',
    teams: [],
    roles: [],
  };
  const logged = logTask(before, 'GATE_APPROVAL_WITHDRAWN', gate, verb);
  return putRun(logged, gate, { signing: withVerdict(signing, verdict) });
}

/** The release after its start by a user. */
export const startedAs = (release: Release, startedBy: Author): Release => ({
  ...release,
  authorship: { ...release.authorship, startedBy },
});
