import type { ValueKind } from '../variables/value-text.ts';

/** A field of a task, as it is typed. */
export interface FieldSpec {
  /** its name in a task; that of a script in `pythonScript` has this before it, and a dot */
  readonly name: string;
  readonly label: string;
  /** `minutes` are seconds in a task, `several` are names of which each is chosen or not */
  readonly kind: ValueKind | 'minutes' | 'several';
  readonly isLong?: boolean;
  readonly isRequired?: boolean;
  readonly hint?: string | undefined;
  /** of what is chosen: each with what it is called */
  readonly options?: readonly (readonly [value: string, word: string])[];
  /** whether it is the name of a user: those that fit are offered */
  readonly isPerson?: boolean;
  /** Null means empty */
  readonly isNullable?: boolean;
}

/** Fields that stand together. */
export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly FieldSpec[];
}

const textField = (name: string, label: string, extra: Partial<FieldSpec> = {}): FieldSpec => ({
  name,
  label,
  kind: 'text',
  isNullable: true,
  ...extra,
});
const field = (kind: FieldSpec['kind'], name: string, label: string): FieldSpec => ({ name, label, kind });

const flagGroup: FieldGroup = {
  title: 'Flag',
  fields: [
    textField('flagStatus', 'Flag', {
      isNullable: false,
      options: [
        ['OK', 'None'],
        ['ATTENTION_NEEDED', 'Attention needed'],
        ['AT_RISK', 'At risk'],
      ],
    }),
    textField('flagComment', 'Why it is flagged'),
  ],
};

const [start, due, duration] = [
  field('moment', 'scheduledStartDate', 'Planned start'),
  field('moment', 'dueDate', 'Due'),
  field('minutes', 'plannedDuration', 'Duration in minutes'),
];

const [title, description, owner] = [
  textField('title', 'Title', { isRequired: true, isNullable: false }),
  textField('description', 'Description, in Markdown', { isLong: true }),
  textField('owner', 'Owner', { isPerson: true }),
];

const scripts: readonly FieldSpec[] = [
  field('truth', 'allowPasswordsInAllFields', 'Passwords may stand in all fields'),
  textField('scriptUsername', 'Scripts run as this user', { isPerson: true }),
  { name: 'scriptUserPassword', label: 'Password of that user', kind: 'password' },
];

/** The fields of a phase. */
export const phaseFields: readonly FieldGroup[] = [
  { title: 'General', fields: [title, description, owner, textField('color', 'Color, such as #08b153')] },
  { title: 'Dates', fields: [start, due, duration] },
  flagGroup,
];

/** The fields of a template. `profiles` are the risk profiles for its releases. */
export const templateFields = (profiles: FieldSpec['options'] = []): readonly FieldGroup[] => [
  { title: 'General', fields: [title, description, owner, field('texts', 'tags', 'Tags')] },
  { title: 'Dates', fields: [start, due, duration] },
  flagGroup,
  {
    title: 'Its releases',
    fields: [
      field('truth', 'abortOnFailure', 'Are aborted when a task fails'),
      field('truth', 'archiveRelease', 'Go to the archive when they are over'),
      field('truth', 'autoStart', 'Start automatically at the planned start'),
      field('truth', 'calendarPublished', 'Have a calendar that is published'),
      field('truth', 'disableNotifications', 'Turn off notifications'),
      textField('riskProfile', 'Risk profile', { isNullable: false, options: profiles }),
      field('truth', 'allowTargetFolderOverride', 'May be created in another folder'),
      textField('defaultTargetFolderId', 'Id of the folder in which they are created'),
    ],
  },
  {
    title: 'Triggers and scripts',
    fields: [
      field('truth', 'allowConcurrentReleasesFromTrigger', 'Triggers may create several that run at once'),
      field('number', 'maxConcurrentReleases', 'Maximum in parallel'),
      ...scripts,
    ],
  },
];

/** The fields of a release; its dates are edited beside its status. `profiles` as above. */
export const releaseFields = (profiles: FieldSpec['options'] = []): readonly FieldGroup[] => [
  { title: 'General', fields: [title, description, owner, field('texts', 'tags', 'Tags')] },
  flagGroup,
  {
    title: 'How it runs',
    fields: [
      field('truth', 'abortOnFailure', 'Is aborted when a task fails'),
      field('truth', 'autoStart', 'Start automatically'),
      field('truth', 'archiveRelease', 'Goes to the archive when it is over'),
      field('truth', 'disableNotifications', 'Turn off notifications'),
      textField('riskProfile', 'Risk profile', { isNullable: false, options: profiles }),
    ],
  },
  { title: 'Scripts', fields: scripts },
];

/** The fields of every task. */
export const taskFields: readonly FieldGroup[] = [
  {
    title: 'General',
    fields: [title, description, owner, textField('team', 'Team')],
  },
  {
    title: 'Tags and watchers',
    fields: [field('texts', 'tags', 'Tags'), field('texts', 'watchers', 'Watchers')],
  },
  {
    title: 'Dates',
    fields: [
      start,
      due,
      duration,
      field('truth', 'waitForScheduledStartDate', 'Waits for its planned start'),
      field('truth', 'delayDuringBlackout', 'Does not start in a blackout'),
      field('truth', 'checkAttributes', 'Checks attributes before it starts'),
    ],
  },
  flagGroup,
  {
    title: 'Conditions and failures',
    fields: [
      textField('precondition', 'Precondition, a script', { isLong: true }),
      field('truth', 'taskFailureHandlerEnabled', 'Its failures are handled'),
      textField('taskRecoverOp', 'On failure', {
        options: [
          ['', '–'],
          ['SKIP_TASK', 'The task is skipped'],
          ['RESTART_PHASE', 'The phase is restarted'],
          ['RUN_SCRIPT', 'A script'],
        ],
      }),
      textField('failureHandler', 'Failure handler, a script', { isLong: true }),
      textField('phaseRecoverOp', 'How the phase is restarted'),
      textField('abortScript', 'Abort script', { isLong: true }),
    ],
  },
  {
    title: 'Variables',
    fields: [
      field('map', 'variableMapping', 'Fields that a variable fills, or whose output goes to one'),
      field('map', 'externalVariableMapping', 'Variables of other servers'),
      textField('configurationUri', 'Configuration'),
    ],
  },
];
