import { isDeepStrictEqual } from 'node:util';
import {
  blankPhase,
  blankPhasePassive,
  blankRelease,
  blankReleasePassive,
  blankTask,
  blankTaskPassive,
  blankVariable,
  type Json,
  readDate,
} from '@slipway/domain/model';
import type { Members } from './read-yaml.ts';

/**
 * The domain's default values of the members that a document omits; null: no default. A document never contains a
 * default value.
 */
export type Defaults = Members;

/** Returns these members of a new domain object, in this order. */
const membersOf = <Blank extends object, Name extends keyof Blank & string>(
  blank: Blank,
  names: readonly Name[],
): Readonly<Record<Name, Blank[Name]>> => Object.assign({}, ...names.map((name) => ({ [name]: blank[name] })));

/** Documents write a missing duration as 0. */
const plannedDuration = 0;

const planItemMembers = [
  'description',
  'scheduledStartDate',
  'dueDate',
  'plannedDuration',
  'flagStatus',
  'flagComment',
] as const;

const { defaultTargetFolderId: defaultTargetFolder } = blankReleasePassive;

export const templateDefaults: Defaults = membersOf(
  { ...blankRelease, ...blankReleasePassive, plannedDuration, defaultTargetFolder },
  [
    ...planItemMembers,
    'kind',
    'tags',
    'autoStart',
    'abortOnFailure',
    'archiveRelease',
    'allowPasswordsInAllFields',
    'disableNotifications',
    'allowConcurrentReleasesFromTrigger',
    'calendarPublished',
    'tutorial',
    'maxConcurrentReleases',
    'riskProfile',
    'variableMapping',
    'memberViewers',
    'roleViewers',
    'extensions',
    'categories',
    'author',
    'logo',
    'defaultTargetFolder',
    'allowTargetFolderOverride',
    'scriptUsername',
    'scriptUserPassword',
  ],
);

export const phaseDefaults: Defaults = membersOf({ ...blankPhase, ...blankPhasePassive, plannedDuration }, [
  ...planItemMembers,
  'owner',
  'color',
]);

export const taskDefaults: Defaults = {
  type: 'rel.Task',
  ...membersOf({ ...blankTask, ...blankTaskPassive, plannedDuration }, [
    ...planItemMembers,
    'owner',
    'team',
    'waitForScheduledStartDate',
    'delayDuringBlackout',
    'checkAttributes',
    'locked',
    'precondition',
    'failureHandler',
    'abortScript',
    'taskFailureHandlerEnabled',
    'taskRecoverOp',
    'phaseRecoverOp',
    'variableMapping',
    'externalVariableMapping',
    'configurationUri',
    'tags',
    'watchers',
    'facets',
  ]),
};

export const variableDefaults: Defaults = membersOf(blankVariable, [
  'requiresValue',
  'showOnReleaseStart',
  'inherited',
  'multiline',
  'preventInterpolation',
  'label',
  'description',
  'valueProvider',
  'externalVariableValue',
  'referencedType',
  'value',
]);

const isEmptyValue = (value: Json): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0) || isEmptyMap(value);

const isEmptyMap = (value: Json): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

const isDefault = (value: Json, defaultValue: Json): boolean =>
  isDeepStrictEqual(value, defaultValue) || (isEmptyValue(value) && isEmptyValue(defaultValue));

/** Returns the members without default values. */
export function withoutDefaults(defaults: Defaults, members: Members): Members {
  return Object.fromEntries(
    Object.entries(members).filter(([name, value]) => !isDefault(value, defaults[name] ?? null)),
  );
}

const dateMembers: ReadonlySet<string> = new Set(['scheduledStartDate', 'dueDate']);

const hasOffset = /T.*(?:Z|[+-]\d\d:?\d\d)$/i;

/** Converts dates to one form, so that equal times are equal texts. Invalid dates stay, and are rejected later. */
export function normalizeDates(members: Members): Members {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]): [string, Json] => {
      if (!dateMembers.has(name) || typeof value !== 'string') return [name, value];
      const moment = hasOffset.test(value) ? readDate(value) : Date.parse(value);
      return [name, moment === null || Number.isNaN(moment) ? value : new Date(moment).toISOString()];
    }),
  );
}
