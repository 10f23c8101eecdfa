import { type Message, message } from '../messages/message.ts';
import { blankCreation, type OwnFields } from './own-fields.ts';

/** The behaviors of running tasks; `flow/behaviors.ts` has the rules of each. */
export type TaskBehavior = 'manual' | 'userInput' | 'event' | 'gate' | 'group' | 'create' | 'script' | 'mail';

/** A property of a task type, for forms and type definitions. */
export interface OwnProperty {
  readonly name: string;
  readonly kind: 'string' | 'boolean' | 'set_of_string' | 'list_of_string' | 'ci' | 'list_of_ci';
  /** the type of the referenced object, for the `ci` kinds */
  readonly referencedType?: string;
  readonly required?: true;
  /** a secret: encrypted at rest, masked in responses */
  readonly password?: true;
}

export interface TaskType {
  readonly behavior: TaskBehavior;
  /** the display name of the type */
  readonly label: string;
  /** what its tasks do */
  readonly description: string;
  /** how the tasks in a group run; absent for other types */
  readonly children?: 'inOrder' | 'together';
  /** the defaults of own fields that differ from `blankOwnFields` */
  readonly own?: Partial<OwnFields>;
  /** whether its tasks ask users for values of release variables */
  readonly requestsValues?: true;
  /** for automatic types: whether a task contains its script, in the property `script` */
  readonly hasOwnScript?: true;
  /** for types that run automatically in another product: the reason why users complete the task here */
  readonly manualReason?: Message;
  /** the properties of the type, in addition to the fields of all tasks */
  readonly properties: readonly OwnProperty[];
}

const propertiesOf = (kind: OwnProperty['kind'], ...names: readonly string[]): readonly OwnProperty[] =>
  names.map((name) => ({ name, kind }));
const referenceProperty = (kind: 'ci' | 'list_of_ci', referencedType: string, name: string): OwnProperty => ({
  name,
  kind,
  referencedType,
});
const script = [...propertiesOf('string', 'script'), ...propertiesOf('boolean', 'ignoreScriptVariableInterpolation')];

/**
 * The task types of the product, by name, without prefix (rest-operations.md, task types). Plugins define additional
 * types: types with a script run it, and all others are completed manually.
 */
export const taskTypes = {
  Task: {
    behavior: 'manual',
    label: 'Manual',
    description: 'A person does the work and completes the task',
    properties: [],
  },
  GateTask: {
    behavior: 'gate',
    label: 'Gate',
    description: 'Waits for conditions, approvals or other releases',
    properties: [
      referenceProperty('list_of_ci', 'GateCondition', 'conditions'),
      referenceProperty('list_of_ci', 'Dependency', 'dependencies'),
    ],
  },
  ParallelGroup: {
    behavior: 'group',
    label: 'Parallel group',
    description: 'Runs its tasks at the same time',
    children: 'together',
    properties: [referenceProperty('list_of_ci', 'Link', 'links')],
  },
  SequentialGroup: {
    behavior: 'group',
    label: 'Sequential group',
    description: 'Runs its tasks in order',
    children: 'inOrder',
    properties: [],
  },
  UserInputTask: {
    behavior: 'userInput',
    label: 'User input',
    description: 'Requests values of variables from a person',
    requestsValues: true,
    properties: [referenceProperty('list_of_ci', 'Variable', 'variables')],
  },
  CreateReleaseTask: {
    behavior: 'create',
    label: 'Create release',
    description: 'Creates a release from a template',
    own: { creation: blankCreation },
    properties: [
      ...propertiesOf('string', 'newReleaseTitle', 'templateId', 'folderId', 'riskProfile', 'createdReleaseId'),
      ...propertiesOf('boolean', 'startRelease'),
      ...propertiesOf('list_of_string', 'releaseTags'),
      referenceProperty('list_of_ci', 'Variable', 'templateVariables'),
    ],
  },
  ScriptTask: {
    behavior: 'script',
    label: 'Script',
    description: 'Runs Python or JavaScript',
    hasOwnScript: true,
    properties: script,
  },
  GroovyScriptTask: {
    behavior: 'manual',
    label: 'Groovy script',
    description: 'Contains a Groovy script, which a person runs',
    manualReason: message('manualTask.groovyScript'),
    properties: script,
  },
  ExternalScriptTask: {
    behavior: 'manual',
    label: 'External script',
    description: 'Has the address of a script, which a person runs',
    manualReason: message('manualTask.externalScript'),
    properties: propertiesOf('string', 'url'),
  },
  CustomScriptTask: {
    behavior: 'script',
    label: 'Task of a plugin',
    description: 'Runs a script of an installed plugin',
    properties: [
      { ...referenceProperty('ci', 'PythonScript', 'pythonScript'), required: true },
      ...propertiesOf('boolean', 'keepPreviousOutputPropertiesOnRetry'),
      ...propertiesOf('string', 'statusLine'),
    ],
  },
  NotificationTask: {
    behavior: 'mail',
    label: 'Notification',
    description: 'Sends a mail, and completes when the mail server accepts it',
    properties: [
      ...propertiesOf('set_of_string', 'addresses', 'cc', 'bcc'),
      ...propertiesOf('string', 'subject', 'body'),
    ],
  },
  DeployitTask: {
    behavior: 'manual',
    label: 'Deployment',
    description: 'Describes a deployment, which a person runs',
    properties: [
      ...propertiesOf('string', 'server', 'deploymentPackage', 'environment', 'username'),
      { name: 'password', kind: 'string', password: true },
    ],
  },
  /** waits for an event (script-api.md, From event to release); the type name of the family is not public */
  'events.WaitForJsonEvent': {
    behavior: 'event',
    label: 'Wait for an event',
    description: 'Waits for an event of a webhook endpoint',
    properties: [
      { ...referenceProperty('ci', 'events.EventSource', 'eventSource'), required: true },
      ...propertiesOf('string', 'condition'),
    ],
  },
} as const satisfies Readonly<Record<string, TaskType>>;
export type TaskTypeName = keyof typeof taskTypes;

/** The types that the product itself creates, or that definitions refer to. */
export const manualType = 'Task' satisfies TaskTypeName;
export const gateType = 'GateTask' satisfies TaskTypeName;
export const parallelGroupType = 'ParallelGroup' satisfies TaskTypeName;
/** Tasks of this type run their own script. */
export const ownScriptType = 'ScriptTask' satisfies TaskTypeName;
/** Tasks of this type run the script of a plugin, whose type and properties are in `pythonScript`. */
export const pluginScriptType = 'CustomScriptTask' satisfies TaskTypeName;

const byName: ReadonlyMap<string, TaskType> = new Map(Object.entries(taskTypes));

/** Returns a type of the product by name; undefined for a plugin type. */
export const taskTypeNamed = (name: string): TaskType | undefined => byName.get(name);

/** Returns the names of the product's task types that match a condition. */
export const typesWhere = (matches: (type: string) => boolean): readonly string[] => [...byName.keys()].filter(matches);

/**
 * What a notification task does at its start: it sends its mail; it waits for a person, because there is no mail server;
 * or it fails for this reason.
 */
export type MailMode = 'send' | 'manual' | 'fail';

/** The plugin task types that a script runner can run, and whether notification tasks send their mail. */
export interface AutomatedTypes {
  has(type: string): boolean;
  /** absent: `manual` */
  readonly mail?: MailMode | undefined;
  /** the types with an abort script */
  readonly withAbortScript?: ReadonlySet<string>;
  /** the types whose scripts run in containers, and therefore not here */
  readonly inContainers?: ReadonlySet<string>;
}

/** No plugin types, for installations without plugins and for uses that do not depend on them. */
export const noAutomatedTypes: AutomatedTypes = new Set<string>();

/** Returns how the tasks in a group type run; undefined for other types. */
export const childrenOf = (type: string): TaskType['children'] => byName.get(type)?.children;

export const isGroupType = (type: string): boolean => childrenOf(type) !== undefined;

/** Whether tasks of this type ask users for values of release variables. */
export const requestsValues = (type: string): boolean => byName.get(type)?.requestsValues ?? false;

/** Whether tasks of this automatic type contain their script. Other automatic tasks run the script of their plugin. */
export const hasOwnScript = (type: string): boolean => byName.get(type)?.hasOwnScript ?? false;

/** Whether a type of the product has only fields that rules read, so that no other field is stored. */
export function isClosedType(type: string): boolean {
  const taskType = byName.get(type);
  if (taskType === undefined) return false;
  return taskType.properties.length === 0 || ['gate', 'group', 'userInput', 'create'].includes(taskType.behavior);
}

/** Whether tasks of this type run a script of their own or of a plugin, installed or not. */
export const runsScript = (type: string): boolean => {
  const { behavior = 'script' } = byName.get(type) ?? {};
  return behavior === 'script';
};

/** Whether tasks of this type send a mail. */
export const sendsMail = (type: string): boolean => byName.get(type)?.behavior === 'mail';

/** Whether messages call tasks of this type gates. */
export const isGateType = (type: string): boolean => byName.get(type)?.behavior === 'gate';

const secrets: ReadonlyMap<string, readonly string[]> = new Map(
  [...byName]
    .map(
      ([name, { properties }]) =>
        [name, properties.filter((property) => property.password).map((property) => property.name)] as const,
    )
    .filter(([, names]) => names.length > 0),
);

/** Whether a property of a type of the product is a secret. */
export const isOwnSecret = (type: string, name: string): boolean => secrets.get(type)?.includes(name) ?? false;
