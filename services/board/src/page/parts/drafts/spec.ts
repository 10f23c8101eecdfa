import type { Kind } from '../variables/typed.ts';

/** A field of a task, as it is typed. */
export interface FieldSpec {
  /** its name in a task; that of a script in `pythonScript` has this before it, and a dot */
  readonly name: string;
  readonly label: string;
  /** `minutes` are seconds in a task, `several` are names of which each is chosen or not */
  readonly kind: Kind | 'minutes' | 'several';
  readonly isLong?: boolean;
  readonly isRequired?: boolean;
  readonly hint?: string | undefined;
  /** of what is chosen: each with what it is called */
  readonly options?: readonly (readonly [value: string, word: string])[];
  /** whether it is the name of a user: those that fit are offered */
  readonly isPerson?: boolean;
  /** Null means empty */
  readonly isNull?: boolean;
}

/** Fields that stand together. */
export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly FieldSpec[];
}

const text = (name: string, label: string, more: Partial<FieldSpec> = {}): FieldSpec => ({
  name,
  label,
  kind: 'text',
  isNull: true,
  ...more,
});
const of = (kind: FieldSpec['kind'], name: string, label: string): FieldSpec => ({ name, label, kind });

const flag: FieldGroup = {
  title: 'Flag',
  fields: [
    text('flagStatus', 'Flag', {
      isNull: false,
      options: [
        ['OK', 'None'],
        ['ATTENTION_NEEDED', 'Attention needed'],
        ['AT_RISK', 'At risk'],
      ],
    }),
    text('flagComment', 'Why it is flagged'),
  ],
};

const [start, due, duration] = [
  of('moment', 'scheduledStartDate', 'Planned start'),
  of('moment', 'dueDate', 'Due'),
  of('minutes', 'plannedDuration', 'Duration in minutes'),
];

const [title, description, owner] = [
  text('title', 'Title', { isRequired: true, isNull: false }),
  text('description', 'Description, in Markdown', { isLong: true }),
  text('owner', 'Owner', { isPerson: true }),
];

const scripts: readonly FieldSpec[] = [
  of('truth', 'allowPasswordsInAllFields', 'Passwords may stand in all fields'),
  text('scriptUsername', 'Scripts run as this user', { isPerson: true }),
  { name: 'scriptUserPassword', label: 'Password of that user', kind: 'password' },
];

/** The fields of a phase. */
export const ofPhase: readonly FieldGroup[] = [
  { title: 'General', fields: [title, description, owner, text('color', 'Color, such as #08b153')] },
  { title: 'Dates', fields: [start, due, duration] },
  flag,
];

/** The fields of a template. `profiles` are the risk profiles for its releases. */
export const ofTemplate = (profiles: FieldSpec['options'] = []): readonly FieldGroup[] => [
  { title: 'General', fields: [title, description, owner, of('texts', 'tags', 'Tags')] },
  { title: 'Dates', fields: [start, due, duration] },
  flag,
  {
    title: 'Its releases',
    fields: [
      of('truth', 'abortOnFailure', 'Are aborted when a task fails'),
      of('truth', 'archiveRelease', 'Go to the archive when they are over'),
      of('truth', 'autoStart', 'Start automatically at the planned start'),
      of('truth', 'calendarPublished', 'Have a calendar that is published'),
      of('truth', 'disableNotifications', 'Turn off notifications'),
      text('riskProfile', 'Risk profile', { isNull: false, options: profiles }),
      of('truth', 'allowTargetFolderOverride', 'May be created in another folder'),
      text('defaultTargetFolderId', 'Id of the folder in which they are created'),
    ],
  },
  {
    title: 'Triggers and scripts',
    fields: [
      of('truth', 'allowConcurrentReleasesFromTrigger', 'Triggers may create several that run at once'),
      of('number', 'maxConcurrentReleases', 'Maximum in parallel'),
      ...scripts,
    ],
  },
];

/** The fields of a release; its dates are edited beside its status. `profiles` as above. */
export const ofRelease = (profiles: FieldSpec['options'] = []): readonly FieldGroup[] => [
  { title: 'General', fields: [title, description, owner, of('texts', 'tags', 'Tags')] },
  flag,
  {
    title: 'How it runs',
    fields: [
      of('truth', 'abortOnFailure', 'Is aborted when a task fails'),
      of('truth', 'autoStart', 'Start automatically'),
      of('truth', 'archiveRelease', 'Goes to the archive when it is over'),
      of('truth', 'disableNotifications', 'Turn off notifications'),
      text('riskProfile', 'Risk profile', { isNull: false, options: profiles }),
    ],
  },
  { title: 'Scripts', fields: scripts },
];

/** The fields of every task. */
export const ofEveryTask: readonly FieldGroup[] = [
  {
    title: 'General',
    fields: [title, description, owner, text('team', 'Team')],
  },
  {
    title: 'Tags and watchers',
    fields: [of('texts', 'tags', 'Tags'), of('texts', 'watchers', 'Watchers')],
  },
  {
    title: 'Dates',
    fields: [
      start,
      due,
      duration,
      of('truth', 'waitForScheduledStartDate', 'Waits for its planned start'),
      of('truth', 'delayDuringBlackout', 'Does not start in a blackout'),
      of('truth', 'checkAttributes', 'Checks attributes before it starts'),
    ],
  },
  flag,
  {
    title: 'Conditions and failures',
    fields: [
      text('precondition', 'Precondition, a script', { isLong: true }),
      of('truth', 'taskFailureHandlerEnabled', 'Its failures are handled'),
      text('taskRecoverOp', 'On failure', {
        options: [
          ['', '–'],
          ['SKIP_TASK', 'The task is skipped'],
          ['RESTART_PHASE', 'The phase is restarted'],
          ['RUN_SCRIPT', 'A script'],
        ],
      }),
      text('failureHandler', 'Failure handler, a script', { isLong: true }),
      text('phaseRecoverOp', 'How the phase is restarted'),
      text('abortScript', 'Abort script', { isLong: true }),
    ],
  },
  {
    title: 'Variables',
    fields: [
      of('map', 'variableMapping', 'Fields that a variable fills, or whose output goes to one'),
      of('map', 'externalVariableMapping', 'Variables of other servers'),
      text('configurationUri', 'Configuration'),
    ],
  },
];
