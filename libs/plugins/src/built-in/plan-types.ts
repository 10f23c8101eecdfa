import { gateType, manualType, parallelGroupType, type TaskType, taskTypes } from '@slipway/domain/model';
import type { PropertyDefinition, TypeDefinition } from '../definitions/type-definition.ts';
import { properties, property, type } from './built-in-type.ts';

const planItemProperties = properties(`text title!
  text description owner flagComment
  date scheduledStartDate dueDate startDate endDate
  number plannedDuration
  enum flagStatus
  flag overdueNotified`);

const releaseProperties = properties(`enum status!
  list_of_ci<Phase> phases
  list_of_ci<Variable> variables
  list_of_ci<Team> teams
  list_of_ci<Attachment> attachments
  ci<FolderVariables> folderVariables
  ci<GlobalVariables> globalVariables
  list_of_string tags
  text originTemplateId startedFromTaskId scriptUsername abortComment riskProfile calendarLinkToken
  flag autoStart abortOnFailure archiveRelease allowPasswordsInAllFields allowConcurrentReleasesFromTrigger
  flag calendarPublished createdFromTrigger disableNotifications tutorial
  number automatedResumeCount maxAutomatedResumes maxConcurrentReleases
  map_string_string variableMapping`);

const taskProperties = properties(`enum status!
  ci<TaskContainer> container
  list_of_ci<Comment> comments
  list_of_ci<Attachment> attachments
  text team precondition failureHandler abortScript configurationUri executionId
  enum taskRecoverOp
  flag taskFailureHandlerEnabled waitForScheduledStartDate delayDuringBlackout locked checkAttributes
  flag postponedDueToBlackout hasBeenFlagged hasBeenDelayed dueSoonNotified
  date originalScheduledStartDate
  number failuresCount
  list_of_string watchers tags
  map_string_string variableMapping externalVariableMapping`);

/** The definitions of the task types of the domain, except the manual task, which defines their common properties. */
const taskTypeDefinitions: readonly TypeDefinition[] = Object.entries<TaskType>(taskTypes)
  .filter(([name]) => name !== manualType)
  .map(([name, { label, description, children, properties: own }]) =>
    type({ name, extends: children ? 'TaskGroup' : manualType, label, description, properties: own.map(property) }),
  );

/** The types of releases and their parts (models.txt). */
export const planTypes: readonly TypeDefinition[] = [
  type({ name: 'udm.ConfigurationItem', extends: 'udm.ConfigurationItem', virtual: true }),
  type({ name: 'udm.BaseConfigurationItem', extends: 'udm.ConfigurationItem', virtual: true }),
  type({ name: 'PlanItem', extends: 'udm.BaseConfigurationItem', virtual: true, properties: planItemProperties }),
  type({
    name: 'Release',
    extends: 'PlanItem',
    description: 'A plan that runs, or a template for such plans',
    properties: [
      ...releaseProperties,
      ...properties('text scriptUserPassword').map((definition) => ({ ...definition, password: true })),
    ],
  }),
  type({
    name: 'Phase',
    extends: 'PlanItem',
    description: 'A stage of a release; its tasks run in order',
    properties: properties(`enum status!
      list_of_ci<Task> tasks
      ci<Release> release!
      text color`),
  }),
  type({ name: 'TaskContainer', extends: 'udm.BaseConfigurationItem', virtual: true }),
  type({
    name: manualType,
    extends: 'PlanItem',
    label: taskTypes[manualType].label,
    description: taskTypes[manualType].description,
    properties: taskProperties,
  }),
  type({ name: 'TaskGroup', extends: manualType, virtual: true, properties: properties('list_of_ci<Task> tasks') }),
  ...taskTypeDefinitions,
  ...['GateCondition', 'Dependency', 'Link', 'Comment', 'Attachment', 'Team'].map((name) =>
    type({ name, extends: 'udm.BaseConfigurationItem', properties: partProperties(name) }),
  ),
  type({
    name: 'Folder',
    extends: 'udm.BaseConfigurationItem',
    properties: properties('text title!\n set_of_ci<Folder> children'),
  }),
];

function partProperties(name: string): TypeDefinition['properties'] {
  switch (name) {
    case 'GateCondition':
      return properties('text title!\n flag checked');
    case 'Dependency':
      return properties(`ci<${gateType}> gateTask\n ci<PlanItem> target\n text targetId`);
    case 'Link':
      return properties(`ci<${parallelGroupType}> parallelGroup\n ci<Task> source! target!`);
    case 'Comment':
      return properties('text text author\n date date creationDate');
    case 'Attachment':
      return properties('text fileUri contentType exportFilename');
  }
  return properties('text teamName!\n list_of_string members roles permissions');
}

const variableProperties = properties(`text key!
  text label description folderId
  flag requiresValue showOnReleaseStart inherited
  ci<ValueProviderConfiguration> valueProvider`);

const variableType = (name: string, value: Partial<PropertyDefinition>, more = ''): TypeDefinition =>
  type({
    name,
    extends: 'Variable',
    properties: [property({ name: 'value', ...value }), ...(more === '' ? [] : properties(more))],
  });

/** The types of variables, by type of value (rest-api.md, section Variable). */
export const variableTypes: readonly TypeDefinition[] = [
  type({ name: 'Variable', extends: 'udm.BaseConfigurationItem', virtual: true, properties: variableProperties }),
  variableType('StringVariable', {}, 'flag multiline preventInterpolation'),
  variableType('PasswordStringVariable', { password: true }, 'ci<ExternalVariableValue> externalVariableValue'),
  variableType('BooleanVariable', { kind: 'boolean' }),
  variableType('IntegerVariable', { kind: 'integer' }),
  variableType('DateVariable', { kind: 'date' }),
  variableType('ListStringVariable', { kind: 'list_of_string' }),
  variableType('SetStringVariable', { kind: 'set_of_string' }),
  variableType('MapStringStringVariable', { kind: 'map_string_string' }),
  variableType('ReferenceVariable', { kind: 'ci' }, 'text referencedType'),
  type({ name: 'ExternalVariableValue', extends: 'udm.BaseConfigurationItem' }),
  type({ name: 'ValueProviderConfiguration', extends: 'udm.BaseConfigurationItem', virtual: true }),
  ...['FolderVariables', 'GlobalVariables'].map((name) =>
    type({ name, extends: 'udm.BaseConfigurationItem', properties: properties('list_of_ci<Variable> variables') }),
  ),
];
