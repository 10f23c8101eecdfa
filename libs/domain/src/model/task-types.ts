import { blankCreation, type OwnFields } from './own-fields.ts';

/** How tasks run after the flow has started them; `flow/behaviors.ts` has the rules of each behavior. */
export type TaskBehavior = 'manual' | 'userInput' | 'event' | 'gate' | 'group' | 'create' | 'script';

/** A property of a task type, as forms and definitions know it. */
export interface OwnProperty {
  readonly name: string;
  readonly kind: 'string' | 'boolean' | 'set_of_string' | 'list_of_string' | 'ci' | 'list_of_ci';
  /** of the kinds of `ci`: the type of what it names */
  readonly referencedType?: string;
  readonly required?: true;
  /** a secret: sealed at rest, masked in answers */
  readonly password?: true;
}

export interface TaskType {
  readonly behavior: TaskBehavior;
  /** what people call the type */
  readonly label: string;
  /** of a group: how the tasks in it run */
  readonly children?: 'inOrder' | 'together';
  /** what of the own fields a new task has that others leave blank */
  readonly own?: Partial<OwnFields>;
  /** its tasks ask people for values of the release's variables */
  readonly requestsValues?: true;
  /** of an automatic type: tasks hold their script themselves, in the property `script` */
  readonly hasOwnScript?: true;
  /**
   * Of a type that another product runs automatically: the part that cannot run here, so that users complete the task.
   */
  readonly unsupportedPart?: string;
  /** what its tasks have besides what all tasks have */
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
 * The task types of the product, by name, without prefix (rest-operations.md, task types). Plugins define more: those with
 * a script run it, all others are completed manually.
 */
export const taskTypes = {
  Task: { behavior: 'manual', label: 'Manual', properties: [] },
  GateTask: {
    behavior: 'gate',
    label: 'Gate',
    properties: [
      referenceProperty('list_of_ci', 'GateCondition', 'conditions'),
      referenceProperty('list_of_ci', 'Dependency', 'dependencies'),
    ],
  },
  ParallelGroup: {
    behavior: 'group',
    label: 'Parallel group',
    children: 'together',
    properties: [referenceProperty('list_of_ci', 'Link', 'links')],
  },
  SequentialGroup: { behavior: 'group', label: 'Sequential group', children: 'inOrder', properties: [] },
  UserInputTask: {
    behavior: 'userInput',
    label: 'User input',
    requestsValues: true,
    properties: [referenceProperty('list_of_ci', 'Variable', 'variables')],
  },
  CreateReleaseTask: {
    behavior: 'create',
    label: 'Create release',
    own: { creation: blankCreation },
    properties: [
      ...propertiesOf('string', 'newReleaseTitle', 'templateId', 'folderId', 'riskProfile', 'createdReleaseId'),
      ...propertiesOf('boolean', 'startRelease'),
      ...propertiesOf('list_of_string', 'releaseTags'),
      referenceProperty('list_of_ci', 'Variable', 'templateVariables'),
    ],
  },
  ScriptTask: { behavior: 'script', label: 'Script', hasOwnScript: true, properties: script },
  GroovyScriptTask: {
    behavior: 'manual',
    label: 'Groovy script',
    unsupportedPart: 'Groovy scripts',
    properties: script,
  },
  ExternalScriptTask: {
    behavior: 'manual',
    label: 'External script',
    unsupportedPart: 'Scripts that lie elsewhere',
    properties: propertiesOf('string', 'url'),
  },
  CustomScriptTask: {
    behavior: 'script',
    label: 'Task of a plugin',
    properties: [
      { ...referenceProperty('ci', 'PythonScript', 'pythonScript'), required: true },
      ...propertiesOf('boolean', 'keepPreviousOutputPropertiesOnRetry'),
      ...propertiesOf('string', 'statusLine'),
    ],
  },
  NotificationTask: {
    behavior: 'manual',
    label: 'Notification',
    properties: [
      ...propertiesOf('set_of_string', 'addresses', 'cc', 'bcc'),
      ...propertiesOf('string', 'subject', 'body'),
    ],
  },
  DeployitTask: {
    behavior: 'manual',
    label: 'Deployment',
    properties: [
      ...propertiesOf('string', 'server', 'deploymentPackage', 'environment', 'username'),
      { name: 'password', kind: 'string', password: true },
    ],
  },
  /** waits for an event (script-api.md, From event to release); the family's name for it is not public */
  'events.WaitForJsonEvent': {
    behavior: 'event',
    label: 'Wait for an event',
    properties: [
      { ...referenceProperty('ci', 'events.EventSource', 'eventSource'), required: true },
      ...propertiesOf('string', 'condition'),
    ],
  },
} as const satisfies Readonly<Record<string, TaskType>>;
export type TaskTypeName = keyof typeof taskTypes;

/** The names of those of which the product makes tasks itself, or that a definition names. */
export const manualType = 'Task' satisfies TaskTypeName;
export const gateType = 'GateTask' satisfies TaskTypeName;
export const parallelGroupType = 'ParallelGroup' satisfies TaskTypeName;
/** Tasks of this type run the script of a plugin, whose type and properties are in `pythonScript`. */
export const pluginScriptType = 'CustomScriptTask' satisfies TaskTypeName;

const byName: ReadonlyMap<string, TaskType> = new Map(Object.entries(taskTypes));

/** The type of this name; undefined for a plugin's. */
export const taskTypeNamed = (name: string): TaskType | undefined => byName.get(name);

/** The names of those of the product's types of which this is true. */
export const typesWhere = (matches: (type: string) => boolean): readonly string[] => [...byName.keys()].filter(matches);

/** The task types of plugins that a script runner serves. */
export interface AutomatedTypes {
  has(type: string): boolean;
  /** those that bring a script along for when their tasks are aborted */
  readonly withAbortScript?: ReadonlySet<string>;
  /** those whose scripts are run in containers, and not here */
  readonly inContainers?: ReadonlySet<string>;
}

/** What is automated where no plugin is installed, or where it makes no difference. */
export const noAutomatedTypes: AutomatedTypes = new Set<string>();

/** How the tasks in a task of this type run; undefined where it is no group. */
export const childrenOf = (type: string): TaskType['children'] => byName.get(type)?.children;

export const isGroupType = (type: string): boolean => childrenOf(type) !== undefined;

/** Whether tasks of this type ask people for values of the release's variables. */
export const requestsValues = (type: string): boolean => byName.get(type)?.requestsValues ?? false;

/** Whether tasks of this automatic type hold their script themselves; those of others run that of their plugin. */
export const hasOwnScript = (type: string): boolean => byName.get(type)?.hasOwnScript ?? false;

/** Whether tasks of one of our types have only members that rules read, so that no other member is stored. */
export function isClosedType(type: string): boolean {
  const taskType = byName.get(type);
  if (taskType === undefined) return false;
  return taskType.properties.length === 0 || ['gate', 'group', 'userInput', 'create'].includes(taskType.behavior);
}

/** Whether tasks of this type run a script of their own or of a plugin. The plugin need not be installed. */
export const runsScript = (type: string): boolean => {
  const { behavior = 'script' } = byName.get(type) ?? {};
  return behavior === 'script';
};

/** Whether messages name tasks of this type gates. */
export const isGateType = (type: string): boolean => byName.get(type)?.behavior === 'gate';

const secrets: ReadonlyMap<string, readonly string[]> = new Map(
  [...byName]
    .map(
      ([name, { properties }]) =>
        [name, properties.filter((property) => property.password).map((property) => property.name)] as const,
    )
    .filter(([, names]) => names.length > 0),
);

/** Whether a property of one of our types is a secret. */
export const isOwnSecret = (type: string, name: string): boolean => secrets.get(type)?.includes(name) ?? false;
