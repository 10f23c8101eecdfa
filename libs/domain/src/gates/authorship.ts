import { logTask } from '../decision/log.ts';
import { type OutcomeDraft, withRelease, withRun } from '../decision/outcome-draft.ts';
import type { GateAuthorship, Verdict } from '../model/approval.ts';
import type { Passive } from '../model/passive.ts';
import { findTaskPosition, mapPlan, taskOf, taskPositionOf, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isEnded, isTemplate } from '../model/status.ts';
import type { Task, TaskDefinition, TaskPassive } from '../model/task.ts';
import { gateType } from '../model/task-types.ts';
import { isSameUser, mayLock } from '../people/access-attributes.ts';
import { gateAuthorshipOf, latestVerdicts } from './approvals.ts';
import { requireMayBypassGate } from './skip-gate.ts';

/** The user who changes a plan; null for a change by a script or by the flow. */
type Author = string | null;

/** The data about a change of a plan that a comparison of the plans does not show. */
export interface PlanChange {
  readonly by: Author;
  /** The ids of the moved tasks. */
  readonly moved: ReadonlySet<string>;
}

/** The maximum number of stored verdicts of one gate. */
const maxVerdicts = 200;

/** Adds a verdict to a gate. Above the maximum, the oldest verdict that a later one of its user replaces is deleted. */
export function withVerdict(authorship: GateAuthorship, verdict: Verdict): GateAuthorship {
  const verdicts = [...authorship.verdicts, verdict];
  if (verdicts.length <= maxVerdicts) return { ...authorship, verdicts };
  const last = new Set(latestVerdicts({ ...authorship, verdicts }));
  const old = verdicts.findIndex((candidate) => !last.has(candidate));
  return { ...authorship, verdicts: verdicts.filter((_, index) => index !== old) };
}

/**
 * Records the author of a change of a plan. The release and each changed gate get this author and their next revision.
 * A new gate gets its creator. At gates that require four eyes, the change withdraws the approvals of its author and of
 * the previous author, because approvals of own work must not count after a change by another user. Throws Forbidden if
 * the change weakens a gate without permission.
 */
export function recordChangeAuthor(before: OutcomeDraft, after: OutcomeDraft, change: PlanChange): OutcomeDraft {
  const old = new Map([...tasksOf(before.release)].filter(isGate).map((gate) => [gate.id, gate]));
  requireNotWeakened(before.release, after, change);
  const release = mapPlan(after.release, (task) =>
    isGate(task) ? withChangeAuthor(old.get(task.id), task, change) : task,
  );
  const { authorship } = release;
  const changedBy = change.by ?? authorship.changedBy;
  const recorded = { ...release, authorship: { ...authorship, changedBy, revision: authorship.revision + 1 } };
  const previous = isSameUser(authorship.changedBy, changedBy ?? '') ? null : authorship.changedBy;
  return withdrawApprovalsBy(withdrawApprovalsBy(withRelease(after, recorded), change.by), previous);
}

const isGate = ({ definition }: Task): boolean => definition.type === gateType;

function withChangeAuthor(previous: Task | undefined, gate: Task, { by, moved }: PlanChange): Task {
  const authorship = gateAuthorshipOf(gate);
  // The copies of a restart have the authors of the original gates, not the user of the restart.
  if (previous === undefined)
    return by === null || gate.originId !== null ? gate : withGateAuthorship(gate, { ...authorship, createdBy: by });
  if (isSameContent(previous, gate) && !moved.has(gate.id)) return gate;
  return withGateAuthorship(gate, {
    ...authorship,
    changedBy: by ?? authorship.changedBy,
    revision: authorship.revision + 1,
  });
}

const withGateAuthorship = (gate: Task, authorship: GateAuthorship): Task => ({
  ...gate,
  run: { ...gate.run, signing: authorship },
});

/** The fields of a gate that do not affect its approvals, such as assignment and flags. */
const ignoredFields: ReadonlySet<string> = new Set<keyof TaskDefinition | keyof TaskPassive>([
  'owner',
  'team',
  'locked',
  'flagStatus',
  'uses',
  'watchers',
  'flagComment',
]);

/** Whether the relevant fields are identical. Edits keep unchanged objects, so the comparison is by identity. */
function isSameContent(previous: Task, now: Task): boolean {
  if (previous.definition === now.definition && previous.passive === now.passive) return true;
  return (
    hasSameContentFields(previous.definition, now.definition) &&
    hasSameContentFields(passiveValues(previous.passive), passiveValues(now.passive))
  );
}

const passiveValues = (passive: Passive<TaskPassive>): Partial<TaskPassive> =>
  passive.kind === 'new' ? passive.value : (passive.changes ?? {});

function hasSameContentFields(previous: object, now: object): boolean {
  return [...Object.keys(previous), ...Object.keys(now)].every(
    (name) => ignoredFields.has(name) || Reflect.get(previous, name) === Reflect.get(now, name),
  );
}

const preconditionOf = (task: Task | undefined) => task && passiveValues(task.passive).precondition;

/** Whether the precondition of a task, or of a group around it, has changed. A precondition can skip the task. */
function hasChangedPrecondition(before: Release, after: Release, id: string): boolean {
  const enclosingGroups = taskPositionOf(after, id).groups;
  const ids = [id, ...enclosingGroups.map((group) => group.id)];
  const taskIn = (release: Release, candidate: string) => findTaskPosition(release, candidate)?.task;
  return ids.some(
    (candidate) => preconditionOf(taskIn(before, candidate)) !== preconditionOf(taskIn(after, candidate)),
  );
}

/**
 * Requires the permission to edit locked tasks for some changes of a gate with approvals in a release: moving or
 * deleting it, and changing its requirements, its type, its precondition, or the precondition of a group around it.
 * Otherwise, users could remove a gate that blocks them. Throws Forbidden.
 */
function requireNotWeakened(before: Release, { release, context }: OutcomeDraft, { moved }: PlanChange): void {
  const { caller, scriptAuthor } = context;
  if (isTemplate(release.status)) return;
  if (scriptAuthor === undefined && caller !== null && mayLock(caller, release)) return;
  const now = new Map([...tasksOf(release)].map((task) => [task.id, task.definition]));
  for (const gate of tasksOf(before)) {
    const { id, definition, run } = gate;
    if (definition.type !== gateType) continue;
    if (definition.approvalRequirements.length === 0 || isEnded(run.status)) continue;
    const requiresApproval = now.get(id)?.approvalRequirements === definition.approvalRequirements;
    if (!requiresApproval || moved.has(id) || hasChangedPrecondition(before, release, id))
      requireMayBypassGate(release, context, gate, 'weaken');
  }
}

function withdrawApprovalsBy(before: OutcomeDraft, by: Author): OutcomeDraft {
  if (by === null) return before;
  const approvedGates = [...tasksOf(before.release)].filter(({ definition, run }) => {
    const requiresApproval = run.signing !== null && definition.approvalRequirements.some(({ fourEyes }) => fourEyes);
    return requiresApproval && !isEnded(run.status) && hasApproved(run.signing, by);
  });
  return approvedGates.reduce(
    (current, { id }) => withdrawVerdict(current, id, by, 'activity.approvalWithdrawnByChange'),
    before,
  );
}

const hasApproved = (authorship: GateAuthorship, by: string): boolean =>
  latestVerdicts(authorship).some(({ username, kind }) => kind === 'APPROVED' && isSameUser(username, by));

/** Withdraws the verdict of a user on a gate. */
export function withdrawVerdict(
  before: OutcomeDraft,
  gateId: string,
  username: string,
  code: 'activity.verdictWithdrawn' | 'activity.approvalWithdrawnByChange',
): OutcomeDraft {
  const { release, context } = before;
  const gate = taskOf(release, gateId);
  const authorship = gateAuthorshipOf(gate);
  const verdict: Verdict = {
    kind: 'WITHDRAWN',
    username,
    date: context.env.now,
    comment: null,
    gate: authorship.revision,
    plan: release.authorship.revision,
    ahead: gate.run.status !== 'IN_PROGRESS',
    teams: [],
    roles: [],
  };
  const logged = logTask(before, 'GATE_APPROVAL_WITHDRAWN', gate, code);
  return withRun(logged, gate, { signing: withVerdict(authorship, verdict) });
}

/** Returns the release with the user who started it. */
export const recordStarter = (release: Release, startedBy: Author): Release => ({
  ...release,
  authorship: { ...release.authorship, startedBy },
});
