import { t } from '../../navigation/text.ts';
import type { TaskScript } from '../code/test-dialog.tsx';
import { emptyLabel } from '../fields/empty-label.ts';
import { flagOptions, optionLabel, recoverOptions } from '../fields/options.ts';
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
  /** The script of a task that the user can test. */
  readonly testedScript?: TaskScript | undefined;
  /** The position of the phase whose color is the value, from 0. Other fields have none. */
  readonly colorPosition?: number;
  /** Whether an empty input is null in REST. */
  readonly isNullable?: boolean;
  /** The values of other fields of the group to which the field applies. */
  readonly appliesTo?: readonly (readonly [name: string, values: readonly string[]])[];
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
  title: t('Flag'),
  fields: [
    textField('flagStatus', t('Flag'), {
      isNullable: false,
      options: flagOptions,
    }),
    textField('flagComment', t('Reason for the flag')),
  ],
};

const [start, due, duration] = [
  field('date', 'scheduledStartDate', t('Planned start')),
  field('date', 'dueDate', t('Due')),
  field('minutes', 'plannedDuration', t('Expected duration (min)')),
];

const [title, description, owner, assignee] = [
  textField('title', t('Title'), { isRequired: true, isNullable: false }),
  textField('description', t('Description'), { isLong: true, hint: t('Markdown supported') }),
  textField('owner', t('Owner'), { isPerson: true }),
  textField('owner', t('Assignee'), { isPerson: true }),
];

const scripts: readonly FieldSpec[] = [
  field('boolean', 'allowPasswordsInAllFields', t('Allow passwords in any field')),
  textField('scriptUsername', t('Run scripts as'), { isPerson: true }),
  { name: 'scriptUserPassword', label: t('Password'), kind: 'password' },
];

/** The fields of a phase at a position from 0. */
export const phaseFields = (position: number): readonly FieldGroup[] => [
  {
    title: t('General'),
    fields: [title, description, owner, textField('color', t('Color'), { colorPosition: position })],
  },
  { title: t('Dates'), fields: [start, due, duration] },
  flagGroup,
];

/** Returns the fields of a template. `profiles` and `folders` are the risk profiles and folders that the user can select. */
export const templateFields = (
  profiles: FieldSpec['options'] = [],
  folders: FieldSpec['options'] = [],
): readonly FieldGroup[] => [
  { title: t('General'), fields: [title, description, owner, field('texts', 'tags', t('Tags'))] },
  { title: t('Dates'), fields: [start, due, duration] },
  flagGroup,
  {
    title: t('Release behavior'),
    fields: [
      field('boolean', 'abortOnFailure', t('Abort the release when a task fails')),
      field('boolean', 'archiveRelease', t('Archive when finished')),
      field('boolean', 'autoStart', t('Start automatically at the planned start')),
      field('boolean', 'calendarPublished', t('Publish to calendar')),
      field('boolean', 'disableNotifications', t('Turn off notifications')),
      textField('riskProfile', t('Risk profile'), { isNullable: false, options: profiles }),
      field('boolean', 'allowTargetFolderOverride', t('Allow releases in other folders')),
      textField('defaultTargetFolderId', t('Default folder'), { options: folders }),
    ],
  },
  {
    title: t('Triggers and scripts'),
    fields: [
      field('boolean', 'allowConcurrentReleasesFromTrigger', t('Allow triggers to run releases in parallel')),
      field('number', 'maxConcurrentReleases', t('Maximum in parallel')),
      ...scripts,
    ],
  },
];

/** Returns the fields of a release without its dates. `profiles` are the risk profiles that the user can select. */
export const releaseFields = (profiles: FieldSpec['options'] = []): readonly FieldGroup[] => [
  { title: t('General'), fields: [title, description, owner, field('texts', 'tags', t('Tags'))] },
  flagGroup,
  {
    title: t('Behavior'),
    fields: [
      field('boolean', 'abortOnFailure', t('Abort when a task fails')),
      field('boolean', 'autoStart', t('Start automatically')),
      field('boolean', 'archiveRelease', t('Archive when finished')),
      field('boolean', 'disableNotifications', t('Turn off notifications')),
      textField('riskProfile', t('Risk profile'), { isNullable: false, options: profiles }),
    ],
  },
  { title: t('Scripts'), fields: scripts },
];

/** The height of a script that mostly has few lines. */
const shortScript = 5;

/** Shows a field of the failure handling only if it applies to one of these actions. */
const onFailure = (...actions: readonly string[]): Pick<FieldSpec, 'appliesTo'> => ({
  appliesTo: [
    ['taskFailureHandlerEnabled', ['true']],
    ['taskRecoverOp', actions],
  ],
});

/** The fields that all task types have. */
export const taskFields: readonly FieldGroup[] = [
  {
    title: t('Details'),
    fields: [title, description, assignee, textField('team', t('Team'))],
  },
  {
    title: t('Schedule'),
    fields: [
      start,
      due,
      duration,
      field('boolean', 'waitForScheduledStartDate', t('Wait for the planned start')),
      field('boolean', 'delayDuringBlackout', t('Postpone during blackouts')),
    ],
  },
  {
    title: t('Precondition'),
    fields: [
      textField('precondition', t('Precondition script'), {
        codeRows: shortScript,
        testedScript: 'precondition',
        hint: t('The task is skipped if it is false'),
      }),
    ],
  },
  {
    title: t('Failure handling'),
    fields: [
      field('boolean', 'taskFailureHandlerEnabled', t('Handle failures')),
      textField('taskRecoverOp', t('On failure'), {
        options: [['', emptyLabel({ defaultLabel: optionLabel(recoverOptions, 'RUN_SCRIPT') })], ...recoverOptions],
        appliesTo: [['taskFailureHandlerEnabled', ['true']]],
      }),
      textField('failureHandler', t('Failure handler script'), {
        codeRows: shortScript,
        testedScript: 'failureHandler',
        // An empty action is the default.
        ...onFailure('', 'RUN_SCRIPT'),
      }),
      textField('phaseRecoverOp', t('Restart phase from'), onFailure('RESTART_PHASE')),
      textField('abortScript', t('Abort script'), { codeRows: shortScript, testedScript: 'abortScript' }),
    ],
  },
  {
    title: t('Tags and watchers'),
    fields: [field('texts', 'tags', t('Tags')), field('texts', 'watchers', t('Watchers'))],
  },
  flagGroup,
  {
    title: t('Variables'),
    fields: [
      field('map', 'variableMapping', t('Variable mapping')),
      field('map', 'externalVariableMapping', t('External variables')),
    ],
  },
  {
    title: t('Advanced'),
    fields: [
      field('boolean', 'checkAttributes', t('Check attributes before start')),
      textField('configurationUri', t('Configuration')),
    ],
  },
];
