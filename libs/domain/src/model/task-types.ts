import { blankCreation, type OwnFields } from './own-fields.ts';

/** How tasks run after the flow has started them; `flow/behaviours.ts` has the rules of each behavior. */
export type TaskBehaviour = 'manual' | 'userInput' | 'event' | 'gate' | 'group' | 'create' | 'script';

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
  readonly behaviour: TaskBehaviour;
  /** what people call the type */
  readonly label: string;
  /** what sentences call its tasks, if not tasks */
  readonly noun?: string;
  /** of a group: how the tasks in it run */
  readonly children?: 'inOrder' | 'together';
  /** what of the own fields a new task has that others leave blank */
  readonly own?: Partial<OwnFields>;
  /** its tasks ask people for values of the release's variables */
  readonly asksForValues?: true;
  /** of an automatic type: tasks hold their script themselves, in the property `script` */
  readonly holdsScript?: true;
  /**
   * Of a type that another product runs automatically: the part that cannot run here, so that users complete the task.
   */
  readonly notRun?: string;
  /** what its tasks have besides what all tasks have */
  readonly properties: readonly OwnProperty[];
}

const of = (kind: OwnProperty['kind'], ...names: readonly string[]): readonly OwnProperty[] =>
  names.map((name) => ({ name, kind }));
const naming = (kind: 'ci' | 'list_of_ci', referencedType: string, name: string): OwnProperty => ({
  name,
  kind,
  referencedType,
});
const script = [...of('string', 'script'), ...of('boolean', 'ignoreScriptVariableInterpolation')];

/**
 * The task types of the product, by name, without prefix (rest-operations.md, task types). Plugins define more: those with
 * a script run it, all others are completed manually.
 */
export const taskTypes = {
  Task: { behaviour: 'manual', label: 'Manual', properties: [] },
  GateTask: {
    behaviour: 'gate',
    label: 'Gate',
    noun: 'Gate',
    properties: [
      naming('list_of_ci', 'GateCondition', 'conditions'),
      naming('list_of_ci', 'Dependency', 'dependencies'),
    ],
  },
  ParallelGroup: {
    behaviour: 'group',
    label: 'Parallel group',
    children: 'together',
    properties: [naming('list_of_ci', 'Link', 'links')],
  },
  SequentialGroup: { behaviour: 'group', label: 'Sequential group', children: 'inOrder', properties: [] },
  UserInputTask: {
    behaviour: 'userInput',
    label: 'User input',
    asksForValues: true,
    properties: [naming('list_of_ci', 'Variable', 'variables')],
  },
  CreateReleaseTask: {
    behaviour: 'create',
    label: 'Create release',
    own: { creation: blankCreation },
    properties: [
      ...of('string', 'newReleaseTitle', 'templateId', 'folderId', 'riskProfile', 'createdReleaseId'),
      ...of('boolean', 'startRelease'),
      ...of('list_of_string', 'releaseTags'),
      naming('list_of_ci', 'Variable', 'templateVariables'),
    ],
  },
  ScriptTask: { behaviour: 'script', label: 'Script', holdsScript: true, properties: script },
  GroovyScriptTask: { behaviour: 'manual', label: 'Groovy script', notRun: 'Groovy scripts', properties: script },
  ExternalScriptTask: {
    behaviour: 'manual',
    label: 'External script',
    notRun: 'Scripts that lie elsewhere',
    properties: of('string', 'url'),
  },
  CustomScriptTask: {
    behaviour: 'script',
    label: 'Task of a plugin',
    properties: [
      { ...naming('ci', 'PythonScript', 'pythonScript'), required: true },
      ...of('boolean', 'keepPreviousOutputPropertiesOnRetry'),
      ...of('string', 'statusLine'),
    ],
  },
  NotificationTask: {
    behaviour: 'manual',
    label: 'Notification',
    properties: [...of('set_of_string', 'addresses', 'cc', 'bcc'), ...of('string', 'subject', 'body')],
  },
  DeployitTask: {
    behaviour: 'manual',
    label: 'Deployment',
    properties: [
      ...of('string', 'server', 'deploymentPackage', 'environment', 'username'),
      { name: 'password', kind: 'string', password: true },
    ],
  },
  /** waits for an event (script-api.md, From event to release); the family's name for it is not public */
  'events.WaitForJsonEvent': {
    behaviour: 'event',
    label: 'Wait for an event',
    properties: [
      { ...naming('ci', 'events.EventSource', 'eventSource'), required: true },
      ...of('string', 'condition'),
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
export const typesThat = (is: (type: string) => boolean): readonly string[] => [...byName.keys()].filter(is);

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
export const asksForValues = (type: string): boolean => byName.get(type)?.asksForValues ?? false;

/** Whether tasks of this automatic type hold their script themselves; those of others run that of their plugin. */
export const holdsScript = (type: string): boolean => byName.get(type)?.holdsScript ?? false;

/** Whether tasks of one of our types have only members that rules read, so that no other member is stored. */
export function isClosedType(type: string): boolean {
  const known = byName.get(type);
  if (known === undefined) return false;
  return known.properties.length === 0 || ['gate', 'group', 'userInput', 'create'].includes(known.behaviour);
}

/** Whether tasks of this type run a script of their own or of a plugin. The plugin need not be installed. */
export const runsScript = (type: string): boolean => {
  const { behaviour = 'script' } = byName.get(type) ?? {};
  return behaviour === 'script';
};

/** What a sentence calls a task of this type. */
export const nounOf = (type: string): string => byName.get(type)?.noun ?? 'Task';

const secrets: ReadonlyMap<string, readonly string[]> = new Map(
  [...byName]
    .map(
      ([name, { properties }]) => [name, properties.filter((each) => each.password).map((each) => each.name)] as const,
    )
    .filter(([, names]) => names.length > 0),
);

/** Whether a property of one of our types is a secret. */
export const isOwnSecret = (type: string, name: string): boolean => secrets.get(type)?.includes(name) ?? false;
