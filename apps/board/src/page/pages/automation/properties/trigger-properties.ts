import { t } from '../../../navigation/text.ts';
import type { Property, TypeDefinition } from './definition.ts';

/** Properties of a trigger that are read-only, internal, or changed by an action. */
const hiddenProperties: ReadonlySet<string> = new Set([
  ...['lastRunDate', 'lastRunStatus', 'nextFireDate', 'enabled', 'initialFire', 'triggerActionType'],
  ...['script', 'abortScript', 'triggerState', 'executionId'],
]);

/**
 * Hints for properties whose definitions have no description, from docs/how-to/schedule-releases.md and
 * docs/how-to/receive-webhooks.md.
 */
const hints: Readonly<Record<string, string>> = {
  eventSource: t('Create an endpoint in the tab Webhook endpoints, if the list is empty'),
  catchUp: t('For times at which the server was not running'),
  releaseTitle: t('Default: the trigger title. Supports ${now}, ${scheduledTime}, ${triggerTitle} and ${counter}.'),
  allowParallelExecution: t('Create a release while an earlier one of this trigger is still running'),
  eventFilter: t('Without a filter, each event creates a release'),
};

/** The order of the common properties of triggers. They follow the properties of the type. */
const commonProperties: readonly string[] = [
  ...['title', 'folderId', 'template', 'releaseTitle', 'tags', 'variables'],
  ...['allowParallelExecution', 'releaseFolder', 'description'],
];

/** Whether all trigger types have the property. The other properties define the schedule or event. */
export const isCommonProperty = ({ name }: Property): boolean => commonProperties.includes(name);

/** Returns the editable properties of a trigger type. The properties of the schedule or event are first. */
export const editableProperties = ({ properties }: TypeDefinition): readonly Property[] =>
  properties
    .filter(({ name, hidden }) => !(hidden || hiddenProperties.has(name)))
    .map((property) => ({
      ...property,
      description: property.description || (hints[property.name] ?? ''),
      // A trigger that is created without this property has it, and its definition has no default.
      ...(property.name === 'allowParallelExecution' && { defaultValue: true }),
    }))
    .toSorted((a, b) => commonProperties.indexOf(a.name) - commonProperties.indexOf(b.name));
