import { isDeepStrictEqual } from 'node:util';
import { type Json, readDate } from '@slipway/domain';
import type { Members } from './read-yaml.ts';

/** What a thing has where a YAML leaves it out; null where it has nothing. A document never writes what it would have anyway. */
export type Defaults = Members;

const ofPlanItem = {
  description: null,
  scheduledStartDate: null,
  dueDate: null,
  plannedDuration: 0,
  flagStatus: 'OK',
  flagComment: null,
} as const;

export const templateDefaults: Defaults = {
  ...ofPlanItem,
  kind: 'RELEASE',
  tags: [],
  autoStart: false,
  abortOnFailure: false,
  archiveRelease: true,
  allowPasswordsInAllFields: false,
  disableNotifications: false,
  allowConcurrentReleasesFromTrigger: true,
  calendarPublished: false,
  tutorial: false,
  maxConcurrentReleases: 100,
  riskProfile: 'Configuration/riskProfiles/RiskProfileDefault',
  variableMapping: {},
  memberViewers: [],
  roleViewers: [],
  extensions: [],
  categories: [],
  author: null,
  logo: null,
  defaultTargetFolder: null,
  allowTargetFolderOverride: true,
  scriptUsername: null,
  scriptUserPassword: null,
};

export const phaseDefaults: Defaults = { ...ofPlanItem, owner: null, color: '#009CDB' };

export const taskDefaults: Defaults = {
  type: 'rel.Task',
  ...ofPlanItem,
  owner: null,
  team: null,
  waitForScheduledStartDate: true,
  delayDuringBlackout: false,
  checkAttributes: false,
  locked: false,
  precondition: null,
  failureHandler: null,
  abortScript: null,
  taskFailureHandlerEnabled: false,
  taskRecoverOp: null,
  phaseRecoverOp: null,
  variableMapping: {},
  externalVariableMapping: {},
  configurationUri: null,
  tags: [],
  watchers: [],
  facets: [],
};

export const variableDefaults: Defaults = {
  requiresValue: true,
  showOnReleaseStart: true,
  inherited: false,
  multiline: false,
  preventInterpolation: false,
  label: null,
  description: null,
  valueProvider: null,
  externalVariableValue: null,
  referencedType: null,
  value: null,
};

const isNothing = (value: Json): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0) || isEmptyMap(value);

const isEmptyMap = (value: Json): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

const isDefault = (value: Json, usual: Json): boolean =>
  isDeepStrictEqual(value, usual) || (isNothing(value) && isNothing(usual));

/** What a document writes of these members: those that are known or own, without what is as usual. */
export function beyond(defaults: Defaults, members: Members): Members {
  return Object.fromEntries(
    Object.entries(members).filter(([name, value]) => !isDefault(value, defaults[name] ?? null)),
  );
}

const dates: ReadonlySet<string> = new Set(['scheduledStartDate', 'dueDate']);

const hasOffset = /T.*(?:Z|[+-]\d\d:?\d\d)$/i;

/** Writes dates in one form, so that equal moments are equal texts. Other texts stay, and are refused when they are read. */
export function inOneForm(members: Members): Members {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]): [string, Json] => {
      if (!dates.has(name) || typeof value !== 'string') return [name, value];
      const moment = hasOffset.test(value) ? readDate(value) : Date.parse(value);
      return [name, moment === null || Number.isNaN(moment) ? value : new Date(moment).toISOString()];
    }),
  );
}
