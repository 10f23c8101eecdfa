import { t } from '../../navigation/text.ts';

export type EventGroup = 'tasks' | 'approvals' | 'releases' | 'other';

/** The name of an event, and when it occurs. */
interface EventWords {
  readonly group: EventGroup;
  readonly name: string;
  readonly hint: string;
}

const words: Readonly<Record<string, EventWords>> = {
  'task.assigned': { group: 'tasks', name: t('Task assigned'), hint: t('A task gets you or your team as assignee.') },
  'task.unassigned': { group: 'tasks', name: t('Task unassigned'), hint: t('A task is assigned to someone else.') },
  'task.started': { group: 'tasks', name: t('Task started'), hint: t('A manual task starts.') },
  'task.inputRequired': { group: 'tasks', name: t('Input required'), hint: t('A task waits for values.') },
  'task.dueSoon': {
    group: 'tasks',
    name: t('Task due soon'),
    hint: t('A quarter of the time until the due date remains.'),
  },
  'task.overdue': { group: 'tasks', name: t('Task overdue'), hint: t('The due date of an open task passes.') },
  'task.failed': { group: 'tasks', name: t('Task failed'), hint: t('A task fails.') },
  'task.flagged': { group: 'tasks', name: t('Task flagged'), hint: t('A task needs attention or is at risk.') },
  'approval.requested': {
    group: 'approvals',
    name: t('Approval requested'),
    hint: t('A gate starts and requests approvals.'),
  },
  'approval.invalidated': {
    group: 'approvals',
    name: t('Approval invalidated'),
    hint: t('A change makes an approval invalid.'),
  },
  'task.commented': { group: 'approvals', name: t('Comment added'), hint: t('Someone comments on a task.') },
  'comment.mentioned': {
    group: 'approvals',
    name: t('Mentioned'),
    hint: t('A comment mentions you or your team.'),
  },
  'release.started': { group: 'releases', name: t('Release started'), hint: t('A release starts.') },
  'release.completed': { group: 'releases', name: t('Release completed'), hint: t('A release completes.') },
  'release.failing': {
    group: 'releases',
    name: t('Release failing'),
    hint: t('A task fails while others continue.'),
  },
  'release.failed': { group: 'releases', name: t('Release failed'), hint: t('A release stops at a failed task.') },
  'release.aborted': { group: 'releases', name: t('Release aborted'), hint: t('A release is aborted.') },
  'release.overdue': {
    group: 'releases',
    name: t('Release overdue'),
    hint: t('The due date of an open release passes.'),
  },
  'release.flagged': {
    group: 'releases',
    name: t('Release flagged'),
    hint: t('A release needs attention or is at risk.'),
  },
  'release.atRisk': { group: 'releases', name: t('Release at risk'), hint: t('The risk score exceeds the threshold.') },
  'deployment.finished': {
    group: 'releases',
    name: t('Deployment finished'),
    hint: t('A deployment ends.'),
  },
  'trigger.failed': { group: 'other', name: t('Trigger failed'), hint: t('A trigger creates no release.') },
  'subscription.disabled': {
    group: 'other',
    name: t('Receiver disabled'),
    hint: t('A receiver of events fails for too long.'),
  },
  'token.expiring': {
    group: 'other',
    name: t('Token expires'),
    hint: t('An access token expires within 7 days.'),
  },
  'dashboard.weekly': {
    group: 'other',
    name: t('Weekly numbers'),
    hint: t('The weekly mail of a dashboard is due.'),
  },
};

/** The names of all event types, in the order of the settings. */
export const eventTypes: readonly string[] = Object.keys(words);

/** Returns the name of an event; its type if a later server has added the event. */
export const eventName = (type: string): string => words[type]?.name ?? type;

/** Returns when an event occurs; undefined if a later server has added the event. */
export const eventHint = (type: string): string | undefined => words[type]?.hint;

const groupLabels: readonly (readonly [group: EventGroup, label: string])[] = [
  ['tasks', t('Tasks')],
  ['approvals', t('Approvals and comments')],
  ['releases', t('Releases')],
  ['other', t('Other')],
];

interface EventTypeGroup {
  readonly group: EventGroup;
  readonly label: string;
  readonly types: readonly string[];
}

/** Returns the groups of these event types, each in the order of the settings. Unknown types are in the last group. */
export function groupEvents(types: readonly string[]): readonly EventTypeGroup[] {
  const ordered = [...eventTypes.filter((type) => types.includes(type)), ...types.filter((type) => !(type in words))];
  return groupLabels
    .map(([group, label]) => ({
      ...{ group, label },
      types: ordered.filter((type) => (words[type]?.group ?? 'other') === group),
    }))
    .filter((entry) => entry.types.length > 0);
}
