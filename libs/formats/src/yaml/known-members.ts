import { gateType, parallelGroupType, requestsValues, taskTypeNamed } from '@slipway/domain/model';
import { type Defaults, phaseDefaults, taskDefaults, templateDefaults, variableDefaults } from './defaults.ts';

/** The prefix of built-in types that is valid in all documents. */
const defaultPrefix = 'rel';

/**
 * Returns a built-in type as `rel.Name`, independent of its namespace in the document. Returns a plugin type unchanged.
 */
export function normalizeType(rawType: string, namespaces: readonly string[]): string {
  const [namespace = '', name, ...more] = rawType.split('.');
  if (name === undefined) return `${defaultPrefix}.${namespace}`;
  return more.length === 0 && (namespace === defaultPrefix || namespaces.includes(namespace))
    ? `${defaultPrefix}.${name}`
    : rawType;
}

const ownTypeName = (type: string): string | null =>
  type.startsWith(`${defaultPrefix}.`) ? type.slice(defaultPrefix.length + 1) : null;

/** Returns a task type in the same form. Documents may omit `Task` in built-in types: `Gate` is `GateTask`. */
export function normalizeTaskType(rawType: string, namespaces: readonly string[]): string {
  const type = normalizeType(rawType, namespaces);
  const name = ownTypeName(type);
  if (!name || taskTypeNamed(name) !== undefined) return type;
  return taskTypeNamed(`${name}Task`) === undefined ? type : `${type}Task`;
}

/** The group of task types with the same special members in documents. */
type TaskForm = 'gate' | 'linked' | 'asking' | 'creating' | 'plain';

/** Returns the form of a task by its type. Built-in types have the form `rel.Name`. */
export function formOf(type: string): TaskForm {
  const name = ownTypeName(type);
  if (name === null) return 'plain';
  if (name === gateType) return 'gate';
  if (name === parallelGroupType) return 'linked';
  if (requestsValues(name)) return 'asking';
  return taskTypeNamed(name)?.own?.creation === undefined ? 'plain' : 'creating';
}

const defaults: Readonly<Record<TaskForm, Defaults>> = {
  gate: { conditions: [], dependencies: [], approvalRequirements: [] },
  linked: { links: [] },
  asking: { variables: [] },
  creating: {
    newReleaseTitle: '',
    template: null,
    folder: null,
    startRelease: true,
    releaseTags: [],
    templateVariables: [],
  },
  plain: {},
};

export const ownDefaults = (type: string): Defaults => defaults[formOf(type)];

const names = (text: string): readonly string[] => text.split(' ');

/** The members that a part of a document may contain, and members of responses and older documents that are ignored. */
export interface KnownMembers {
  readonly allowed: readonly string[];
  readonly ignored: readonly string[];
}

/** Members of responses for the identity, the position and the run of a part. */
const responseMembers = names(
  'id ciUid $token $metadata status startDate endDate flagged overdueNotified releaseUid originId release container url type',
);
const taskResponseMembers = names(
  'comments attachments failuresCount executionId hasBeenFlagged hasBeenDelayed postponedDueToBlackout priority ' +
    'postponedUntilEnvironmentsAreReserved originalScheduledStartDate dueSoonNotified maxCommentSize createdReleaseId ' +
    'statusLine flaggedCount delayedCount dueSoon overdue taskType phase keepPreviousOutputPropertiesOnRetry',
);
const releaseResponseMembers = names(
  'teams releaseAttachments calendarLinkToken originTemplateId createdFromTrigger startedFromTaskId automatedResumeCount ' +
    'maxAutomatedResumes abortComment realFlagStatus queryableStartDate queryableEndDate rootReleaseId ' +
    'defaultTargetFolderId syntheticProperties owner workflowName',
);

export const knownMembers = {
  document: { allowed: names('apiVersion kind metadata spec'), ignored: [] },
  metadata: { allowed: names('home path'), ignored: names('name description author version') },
  folder: {
    allowed: names('directory folder name title type children gitConnection scmPath branch'),
    ignored: [...responseMembers, 'description'],
  },
  template: {
    allowed: [
      ...names('template workflow name title type phases variables triggers releaseTriggers attachments'),
      ...Object.keys(templateDefaults),
    ],
    ignored: [...responseMembers, ...releaseResponseMembers],
  },
  phase: {
    allowed: [...names('phase name title type tasks'), ...Object.keys(phaseDefaults)],
    ignored: responseMembers,
  },
  variable: {
    allowed: ['key', 'type', ...Object.keys(variableDefaults)],
    ignored: [...responseMembers, 'folderId', 'title'],
  },
  folderVariables: { allowed: ['folderVariables'], ignored: [] },
  trigger: {
    allowed: names(
      'name title type description enabled allowParallelExecution pollType periodicity timeZone catchUp initialFire ' +
        'eventSource eventType eventFilter mappedProperties triggerActionType releaseTitle template releaseFolder tags ' +
        'variables script abortScript',
    ),
    ignored: [
      ...responseMembers,
      ...names(
        'folderId triggerState executionId lastRunDate lastRunStatus nextFireDate containerId internalProperties',
      ),
    ],
  },
  release: {
    allowed: names('name title template folder variables scheduledStartDate autoStart'),
    ignored: responseMembers,
  },
  permissions: { allowed: names('directory folder template teams global'), ignored: [] },
  team: { allowed: names('name teamName members users roles permissions'), ignored: responseMembers },
  user: { allowed: names('username name enabled loginAllowed email fullName password'), ignored: [] },
  role: { allowed: names('name role principals permissions'), ignored: responseMembers },
} as const satisfies Readonly<Record<string, KnownMembers>>;

/**
 * Returns the members of a built-in task type of the form `rel.Name`, or null for a plugin type, which may have any.
 */
export function membersOfTask(type: string): KnownMembers | null {
  const name = ownTypeName(type);
  const taskType = name === null ? undefined : taskTypeNamed(name);
  if (taskType === undefined || taskType.properties.some(({ name: property }) => property === 'pythonScript'))
    return null;
  const own = taskType.properties.map((property) => property.name);
  return {
    allowed: [
      ...names('name task title type tasks'),
      ...Object.keys(taskDefaults),
      ...Object.keys(ownDefaults(type)),
      ...own,
    ],
    ignored: [...responseMembers, ...taskResponseMembers],
  };
}
