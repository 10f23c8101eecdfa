import { filterOperators, filterValueTypes, pollTriggerType, triggerTypes } from '@slipway/domain/triggers';
import type { PropertyDefinition, TypeDefinition } from '../definitions/type-definition.ts';
import { properties, property, type } from './built-in-type.ts';

const choice = (name: string, defaultValue: string, ...enumValues: readonly string[]): PropertyDefinition =>
  property({ name, kind: 'enum', defaultValue, enumValues: [defaultValue, ...enumValues] });

/** The properties of all triggers (models.txt, ReleaseTrigger). */
const commonProperties = properties(`text title! template!
  text description folderId releaseTitle releaseFolder script abortScript triggerState executionId
  flag enabled allowParallelExecution
  list_of_string tags
  list_of_ci<Variable> variables
  date lastRunDate
  enum lastRunStatus`);

const trigger = (name: keyof typeof triggerTypes, own: readonly PropertyDefinition[]): TypeDefinition =>
  type({ name, extends: 'Trigger', ...triggerTypes[name], properties: own });

const part = (
  name: string,
  own: readonly PropertyDefinition[],
  extended = 'udm.BaseConfigurationItem',
): TypeDefinition => type({ name, extends: extended, properties: own });

const describedProperty = (name: string, description: string): PropertyDefinition =>
  property({ name, description, required: name !== 'value' });

const target = describedProperty('targetProperty', 'releaseTitle, tags, template, folder or variables[key]');
const mapping = (name: string, own: string): TypeDefinition =>
  part(name, [target, ...properties(own)], 'events.MappedProperty');

const times: readonly PropertyDefinition[] = [
  choice('pollType', 'REPEAT', 'CRON'),
  ...properties('text periodicity!\n text timeZone\n flag initialFire\n date nextFireDate'),
];

/** The types of triggers and their parts, and further types that responses refer to. */
export const triggerDefinitions: readonly TypeDefinition[] = [
  type({ name: 'Trigger', extends: 'udm.BaseConfigurationItem', virtual: true, properties: commonProperties }),
  trigger('time.Schedule', [...times, choice('catchUp', 'last', 'none', 'all')]),
  trigger(
    'events.EventBasedTrigger',
    properties(`ci<events.EventSource> eventSource!
      ci<events.EventFilter> eventFilter
      text eventType triggerActionType
      list_of_ci<events.MappedProperty> mappedProperties`),
  ),
  type({
    name: pollTriggerType,
    extends: 'Trigger',
    label: 'Trigger that polls',
    description: 'The base of triggers of plugins with a script',
    virtual: true,
    properties: times,
  }),
  type({ name: 'events.EventFilter', extends: 'udm.BaseConfigurationItem', virtual: true }),
  type({
    name: 'events.ExpressionEventFilter',
    extends: 'events.EventFilter',
    properties: properties('list_of_ci<events.FilterExpression> expressions'),
  }),
  part('events.FilterExpression', [
    describedProperty('path', 'Such as event.ref, headers.X-Event or parameters.name'),
    choice('operator', ...filterOperators),
    choice('valueType', ...filterValueTypes),
    describedProperty('value', 'May mention global and folder variables'),
  ]),
  type({ name: 'events.JythonEventFilter', extends: 'events.EventFilter', properties: properties('text expr!') }),
  type({ name: 'events.MappedProperty', extends: 'udm.BaseConfigurationItem', virtual: true }),
  mapping('StringValue', 'text value'),
  mapping('ListStringValue', 'list_of_string value'),
  mapping('VariableValue', 'text variableKey!'),
  part('CreateReleaseFromTemplateAction', []),
  part('Blackout', properties('text label!\n date startDate! endDate!\n text folderId')),
  part(
    'ActivityLogEntry',
    properties('text username activityType message targetType targetId dataId\n date eventTime'),
  ),
  part('SystemMessageSettings', properties('text title message\n flag enabled automated\n date startDate endDate')),
];
