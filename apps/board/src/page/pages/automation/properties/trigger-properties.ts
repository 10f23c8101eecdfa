import type { Property, TypeDefinition } from './definition.ts';

/** Members of a trigger that are computed, switched elsewhere, or only stored. */
const hiddenProperties: ReadonlySet<string> = new Set([
  ...['lastRunDate', 'lastRunStatus', 'nextFireDate', 'enabled', 'initialFire', 'triggerActionType'],
  ...['script', 'abortScript', 'triggerState', 'executionId'],
]);

/** What the definitions of the product leave unsaid (docs/how-to/schedule-releases.md, docs/how-to/receive-webhooks.md). */
const hints: Readonly<Record<string, string>> = {
  periodicity: 'Seconds or a cron expression, for example 0 3 * * *',
  timeZone: 'For cron expressions, for example Europe/Berlin',
  catchUp: 'Missed runs',
  releaseTitle: 'Default: the trigger title. Supports ${now}, ${scheduledTime}, ${triggerTitle} and ${counter}.',
  allowParallelExecution: 'Allow overlapping releases',
  eventFilter: 'No filter: every event counts',
};

/** The common properties of triggers, in order, after those of the type. */
const commonProperties: readonly string[] = [
  ...['title', 'template', 'folderId', 'releaseTitle', 'tags', 'variables'],
  ...['allowParallelExecution', 'releaseFolder', 'description'],
];

/** The editable properties of a type of triggers: those for the schedule or event are first. */
export const editableProperties = ({ properties }: TypeDefinition): readonly Property[] =>
  properties
    .filter(({ name, hidden }) => !(hidden || hiddenProperties.has(name)))
    .map((property) => ({ ...property, description: property.description || (hints[property.name] ?? '') }))
    .toSorted((a, b) => commonProperties.indexOf(a.name) - commonProperties.indexOf(b.name));
