import { flagOptions, recoverOptions } from '../fields/options.ts';
import type { ValueKind } from '../variables/value-text.ts';

/** A field of a form. */
export interface FieldSpec {
  /** The name of the field in REST. The fields of a script have the prefix `pythonScript.`. */
  readonly name: string;
  readonly label: string;
  /** `minutes`: a duration, which REST has in seconds. `list`: any number of the options. */
  readonly kind: ValueKind | 'minutes' | 'list';
  readonly isLong?: boolean;
  readonly isRequired?: boolean;
  readonly hint?: string | undefined;
  /** The values that the user can select, with their labels. */
  readonly options?: readonly (readonly [value: string, word: string])[];
  /** Whether the value is a username. The field then suggests users. */
  readonly isPerson?: boolean;
  /** The height of a script in lines. Other fields have none. */
  readonly codeRows?: number | undefined;
  /** Whether the value is a color. */
  readonly isColor?: boolean;
  /** Whether an empty input is null in REST. */
  readonly isNullable?: boolean;
}

/** Fields under one heading. */
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
      options: flagOptions,
    }),
    textField('flagComment', 'Reason for the flag'),
  ],
};

const [start, due, duration] = [
  field('date', 'scheduledStartDate', 'Planned start'),
  field('date', 'dueDate', 'Due'),
  field('minutes', 'plannedDuration', 'Expected duration (min)'),
];

const [title, description, owner, assignee] = [
  textField('title', 'Title', { isRequired: true, isNullable: false }),
  textField('description', 'Description', { isLong: true, hint: 'Markdown supported' }),
  textField('owner', 'Owner', { isPerson: true }),
  textField('owner', 'Assignee', { isPerson: true }),
];

const scripts: readonly FieldSpec[] = [
  field('boolean', 'allowPasswordsInAllFields', 'Allow passwords in any field'),
  textField('scriptUsername', 'Run scripts as', { isPerson: true }),
  { name: 'scriptUserPassword', label: 'Password', kind: 'password' },
];

/** The fields of a phase. */
export const phaseFields: readonly FieldGroup[] = [
  {
    title: 'General',
    fields: [title, description, owner, textField('color', 'Color', { isColor: true })],
  },
  { title: 'Dates', fields: [start, due, duration] },
  flagGroup,
];

/** Returns the fields of a template. `profiles` are the risk profiles that the user can select. */
export const templateFields = (profiles: FieldSpec['options'] = []): readonly FieldGroup[] => [
  { title: 'General', fields: [title, description, owner, field('texts', 'tags', 'Tags')] },
  { title: 'Dates', fields: [start, due, duration] },
  flagGroup,
  {
    title: 'Release behavior',
    fields: [
      field('boolean', 'abortOnFailure', 'Abort the release when a task fails'),
      field('boolean', 'archiveRelease', 'Archive when finished'),
      field('boolean', 'autoStart', 'Start automatically at the planned start'),
      field('boolean', 'calendarPublished', 'Publish to calendar'),
      field('boolean', 'disableNotifications', 'Turn off notifications'),
      textField('riskProfile', 'Risk profile', { isNullable: false, options: profiles }),
      field('boolean', 'allowTargetFolderOverride', 'Allow releases in other folders'),
      textField('defaultTargetFolderId', 'Default folder', { hint: 'Folder ID' }),
    ],
  },
  {
    title: 'Triggers and scripts',
    fields: [
      field('boolean', 'allowConcurrentReleasesFromTrigger', 'Allow triggers to run releases in parallel'),
      field('number', 'maxConcurrentReleases', 'Maximum in parallel'),
      ...scripts,
    ],
  },
];

/** Returns the fields of a release without its dates. `profiles` are the risk profiles that the user can select. */
export const releaseFields = (profiles: FieldSpec['options'] = []): readonly FieldGroup[] => [
  { title: 'General', fields: [title, description, owner, field('texts', 'tags', 'Tags')] },
  flagGroup,
  {
    title: 'Behavior',
    fields: [
      field('boolean', 'abortOnFailure', 'Abort when a task fails'),
      field('boolean', 'autoStart', 'Start automatically'),
      field('boolean', 'archiveRelease', 'Archive when finished'),
      field('boolean', 'disableNotifications', 'Turn off notifications'),
      textField('riskProfile', 'Risk profile', { isNullable: false, options: profiles }),
    ],
  },
  { title: 'Scripts', fields: scripts },
];

/** The height of a script that mostly has few lines. */
const shortScript = 5;

/** The fields that all task types have. */
export const taskFields: readonly FieldGroup[] = [
  {
    title: 'Details',
    fields: [title, description, assignee, textField('team', 'Team')],
  },
  {
    title: 'Schedule',
    fields: [
      start,
      due,
      duration,
      field('boolean', 'waitForScheduledStartDate', 'Wait for the planned start'),
      field('boolean', 'delayDuringBlackout', 'Postpone during blackouts'),
    ],
  },
  {
    title: 'Precondition',
    fields: [
      textField('precondition', 'Precondition script', {
        codeRows: shortScript,
        hint: 'The task is skipped if it is false',
      }),
    ],
  },
  {
    title: 'Failure handling',
    fields: [
      field('boolean', 'taskFailureHandlerEnabled', 'Handle failures'),
      textField('taskRecoverOp', 'On failure', {
        options: [['', '–'], ...recoverOptions],
      }),
      textField('failureHandler', 'Failure handler script', { codeRows: shortScript }),
      textField('phaseRecoverOp', 'Restart phase from'),
      textField('abortScript', 'Abort script', { codeRows: shortScript }),
    ],
  },
  {
    title: 'Tags and watchers',
    fields: [field('texts', 'tags', 'Tags'), field('texts', 'watchers', 'Watchers')],
  },
  flagGroup,
  {
    title: 'Variables',
    fields: [
      field('map', 'variableMapping', 'Variable mapping'),
      field('map', 'externalVariableMapping', 'External variables'),
    ],
  },
  {
    title: 'Advanced',
    fields: [
      field('boolean', 'checkAttributes', 'Check attributes before start'),
      textField('configurationUri', 'Configuration'),
    ],
  },
];
