import { dueOf, dueOfTask } from '../calendar/overdue.ts';
import { type CommentAdded, systemUser } from '../decision/outcome.ts';
import { behaviorOf } from '../flow/behaviors.ts';
import { approvalsOf, gateAuthorshipOf } from '../gates/approvals.ts';
import { mentionsOf } from '../mentions/mentions.ts';
import type { ApprovalRequirement } from '../model/approval.ts';
import type { EventAudience, EventData, EventTypeName, NewEvent } from '../model/catalogs/event-types.ts';
import { clip } from '../model/errors.ts';
import type { Instant } from '../model/json.ts';
import type { Phase } from '../model/phase.ts';
import { tasksIn, titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { type FlagStatus, isReached, isTemplate, type ReleaseStatus } from '../model/status.ts';
import { isStartedGroup, type Task } from '../model/task.ts';
import { taskTypeNamed } from '../model/task-types.ts';

/** The change of one release, from which its events are derived. */
interface ReleaseChange {
  /** null: the release is new */
  readonly before: Release | null;
  readonly after: Release;
  readonly comments: readonly CommentAdded[];
  /** the user who caused the change; `SYSTEM` for the product */
  readonly actor: string;
  readonly now: Instant;
}

/** The maximum number of names in a comment that may be teams. */
const maxMentions = 50;

/** Returns the events of a change, those of tasks first (notifications.md, Events). Templates have no events. */
export function eventsOf(change: ReleaseChange): readonly NewEvent[] {
  if (isTemplate(change.after.status)) return [];
  const events: NewEvent[] = [];
  for (const { task, previous, phase } of changedTasks(change.before, change.after)) {
    for (const type of taskEventTypes(change, task, previous))
      events.push(taskEvent(change, type, task, phase, previous));
  }
  events.push(...commentEvents(change));
  for (const type of releaseEventTypes(change.before, change.after)) events.push(releaseEvent(change, type));
  return events;
}

interface ChangedTask {
  readonly task: Task;
  /** undefined: the task is new */
  readonly previous: Task | undefined;
  readonly phase: Phase;
}

/** Returns the tasks that differ. Unchanged phases and tasks are the same objects in both releases. */
function* changedTasks(before: Release | null, after: Release): Generator<ChangedTask> {
  if (before?.phases === after.phases) return;
  const unchangedPhases = new Set(before?.phases);
  const changedPhases = after.phases.filter((phase) => !unchangedPhases.has(phase));
  const previousTasks = new Map<string, Task>();
  const remaining = new Set(after.phases);
  for (const phase of before?.phases ?? []) {
    if (!remaining.has(phase)) for (const task of tasksIn(phase.tasks)) previousTasks.set(task.id, task);
  }
  for (const phase of changedPhases) {
    for (const task of tasksIn(phase.tasks)) {
      const previous = previousTasks.get(task.id);
      if (previous !== task) yield { task, previous, phase };
    }
  }
}

/** Returns whether a user has to act, other than by an approval, when a task starts. */
function startsForUser(task: Task): boolean {
  const { type, approvalRequirements, conditions } = task.definition;
  if (taskTypeNamed(type)?.behavior === 'event' || !behaviorOf(task).needsPerson(task)) return false;
  return approvalRequirements.length === 0 || conditions.length > 0;
}

const isRaised = (flag: FlagStatus, previous: FlagStatus | undefined): boolean =>
  flag !== 'OK' && flag !== (previous ?? 'OK');

function taskEventTypes({ before, after }: ReleaseChange, task: Task, previous: Task | undefined): EventTypeName[] {
  const { run, definition } = task;
  const becomes = (status: Task['run']['status']) => run.status === status && previous?.run.status !== status;
  const isNowRunning = becomes('IN_PROGRESS');
  const types: EventTypeName[] = [];
  if (previous !== undefined && isReached(run.status)) {
    const { owner, team } = previous.definition;
    const isReassigned = owner !== definition.owner || team !== definition.team;
    if (isReassigned && (owner !== null || team !== null)) types.push('task.unassigned');
    if (isReassigned && (definition.owner !== null || definition.team !== null)) types.push('task.assigned');
  }
  if (isNowRunning && startsForUser(task)) types.push('task.started');
  if (becomes('WAITING_FOR_INPUT')) types.push('task.inputRequired');
  if (run.status === 'IN_PROGRESS' && definition.approvalRequirements.length > 0) {
    if (isNowRunning && !approvalsOf(after, task).holds) types.push('approval.requested');
    else if (losesApproval(before, after, task, previous)) types.push('approval.invalidated');
  }
  if (run.overdueNotified && previous?.run.overdueNotified !== true) types.push('task.overdue');
  else if (run.dueSoonNotified && previous?.run.dueSoonNotified !== true) types.push('task.dueSoon');
  // A started group fails with its tasks, which have events of their own.
  if (becomes('FAILED') && !isStartedGroup(task)) types.push('task.failed');
  if (isRaised(definition.flagStatus, previous?.definition.flagStatus)) types.push('task.flagged');
  return types;
}

/** Whether an approval counted before the change and no longer counts, although its user has not withdrawn it. */
function losesApproval(before: Release | null, after: Release, task: Task, previous: Task | undefined): boolean {
  if (before === null || previous === undefined || gateAuthorshipOf(previous).verdicts.length === 0) return false;
  const withdrawn = gateAuthorshipOf(task).verdicts.length > gateAuthorshipOf(previous).verdicts.length;
  if (withdrawn) return false;
  const remaining = new Set(approvalsOf(after, task).counts.flatMap(({ approvers }) => approvers));
  const previousCounts = approvalsOf(before, previous).counts;
  return previousCounts.some(({ approvers }) => approvers.some((name) => !remaining.has(name)));
}

const releaseStatusEvents: Readonly<Partial<Record<ReleaseStatus, EventTypeName>>> = {
  COMPLETED: 'release.completed',
  FAILING: 'release.failing',
  FAILED: 'release.failed',
  ABORTED: 'release.aborted',
};

function releaseEventTypes(before: Release | null, after: Release): EventTypeName[] {
  if (before === after) return [];
  const types: EventTypeName[] = [];
  if (after.startDate !== null && (before === null || before.startDate === null)) types.push('release.started');
  const type = after.status === before?.status ? undefined : releaseStatusEvents[after.status];
  if (type !== undefined) types.push(type);
  if (after.overdueNotified && before?.overdueNotified !== true) types.push('release.overdue');
  if (isRaised(after.flagStatus, before?.flagStatus)) types.push('release.flagged');
  if (after.riskScore > (before?.riskScore ?? 0)) types.push('release.atRisk');
  return types;
}

const releaseData = ({ id, title, status, folderId, tags }: Release): NonNullable<EventData['release']> => ({
  ...{ id, title: clip(title), status, folderId, tags },
});

function taskData(task: Task, phase: Phase): NonNullable<EventData['task']> {
  const { id, run, definition } = task;
  const dueDate = dueOfTask(task);
  return {
    ...{ id, title: clip(titleOf(task)), type: definition.type, status: run.status },
    ...{ phaseTitle: clip(phase.title), failuresCount: run.failuresCount },
    ...(dueDate !== null && { dueDate }),
  };
}

const named = <K extends keyof EventAudience>(key: K, value: string | null | undefined) =>
  value === null || value === undefined ? {} : { [key]: value };

const taskAudience = (release: Release, { definition: { owner, team } }: Task): EventAudience => ({
  ...named('owner', owner),
  ...named('team', team),
  ...named('releaseOwner', release.owner),
});

function taskEvent(change: ReleaseChange, type: EventTypeName, task: Task, phase: Phase, previous?: Task): NewEvent {
  const { after, actor, now } = change;
  const isApproval = type === 'approval.requested' || type === 'approval.invalidated';
  return {
    ...{ type, taskId: task.id, actor, at: now, occasion: occasionOf(type, task.id, dueOfTask(task)) },
    data: {
      ...{ release: releaseData(after), task: taskData(task, phase) },
      ...(type === 'task.flagged' && { flag: task.definition.flagStatus }),
    },
    audience: {
      ...taskAudience(after, task),
      ...(type === 'task.unassigned' && {
        ...named('previousOwner', previous?.definition.owner),
        ...named('previousTeam', previous?.definition.team),
      }),
      ...(isApproval && approvers(after, task)),
    },
  };
}

/** A due date can pass only once: it is one occasion, although the markers of an item can be reset. */
const occasionOf = (type: EventTypeName, id: string, due: Instant | null): string | null =>
  (type === 'task.dueSoon' || type === 'task.overdue' || type === 'release.overdue') && due !== null
    ? `${id}@${due}`
    : null;

/** Returns the teams and roles of the missing approvals, and the users whose approval would not count. */
function approvers(release: Release, gate: Task): EventAudience {
  const { counts } = approvalsOf(release, gate);
  const missing = counts.filter((count) => count.missing > 0);
  const requirements: readonly ApprovalRequirement[] = missing.map(({ requirement }) => requirement);
  const { createdBy, startedBy, changedBy } = release.authorship;
  const signing = gateAuthorshipOf(gate);
  const authors = [createdBy, startedBy, changedBy, signing.createdBy, signing.changedBy];
  const excluded = requirements.length > 0 && requirements.every(({ fourEyes }) => fourEyes) ? authors : [];
  const given = counts.flatMap((count) => count.approvers);
  return {
    approverTeams: requirements.flatMap(({ team, role }) => (role === null && team !== null ? [team] : [])),
    approverRoles: requirements.flatMap(({ role }) => role ?? []),
    nonApprovers: [...new Set([...given, ...excluded].flatMap((name) => name ?? []))],
  };
}

function* commentEvents(change: ReleaseChange): Generator<NewEvent> {
  const { after, comments, actor, now } = change;
  for (const { id, taskId, text, author, mentions = [] } of comments) {
    if (author === systemUser) continue;
    for (const phase of after.phases) {
      for (const task of tasksIn(phase.tasks)) {
        if (task.id !== taskId) continue;
        const common = { taskId, actor, at: now, occasion: id };
        const data = { release: releaseData(after), task: taskData(task, phase), commentId: id };
        const audience = taskAudience(after, task);
        yield { ...common, type: 'task.commented', data, audience };
        const names = mentionedNames(text, mentions);
        if (names.length > 0)
          yield { ...common, type: 'comment.mentioned', data, audience: { ...audience, mentioned: names } };
      }
    }
  }
}

/** Returns the mentioned users, and the other names after an `@`, which may be teams. */
const mentionedNames = (text: string, users: readonly string[]): readonly string[] => {
  const known = new Set(users.map((name) => name.toLowerCase()));
  const others = mentionsOf(text).filter(({ name }) => !known.has(name.toLowerCase()));
  return [...new Set([...users, ...others.map(({ name }) => name)])].slice(0, maxMentions);
};

function releaseEvent({ before, after, actor, now }: ReleaseChange, type: EventTypeName): NewEvent {
  return {
    ...{ type, taskId: null, actor, at: now, occasion: occasionOf(type, after.id, dueOf(after)) },
    data: {
      release: releaseData(after),
      ...(type === 'release.flagged' && { flag: after.flagStatus }),
      ...(type === 'release.atRisk' && { risk: { from: before?.riskScore ?? 0, to: after.riskScore } }),
    },
    audience: named('releaseOwner', after.owner),
  };
}
