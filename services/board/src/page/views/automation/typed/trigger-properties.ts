import type { Property, TypeDefinition } from './definition.ts';

/** What is told of a trigger, switched elsewhere, or kept for others only. */
const unasked: ReadonlySet<string> = new Set([
  ...['lastRunDate', 'lastRunStatus', 'nextFireDate', 'enabled', 'initialFire', 'triggerActionType'],
  ...['script', 'abortScript', 'triggerState', 'executionId'],
]);

/** What the definitions of the product leave unsaid (docs/how-to/schedule-releases.md, docs/how-to/receive-webhooks.md). */
const hints: Readonly<Record<string, string>> = {
  periodicity: 'Seconds, or a cron expression such as 0 3 * * *.',
  timeZone: 'Of a cron expression, such as Europe/Berlin.',
  catchUp: 'Missed runs',
  releaseTitle: 'Empty: the title of the trigger. It may hold ${now}, ${scheduledTime}, ${triggerTitle}, ${counter}.',
  allowParallelExecution: 'Whether it makes a release while one that it made still runs.',
  eventFilter: 'None: it fires for all that its source has.',
};

/** What every trigger has, in the order in which it is asked for, after what makes this one fire. */
const common: readonly string[] = [
  ...['title', 'template', 'folderId', 'releaseTitle', 'tags', 'variables'],
  ...['allowParallelExecution', 'releaseFolder', 'description'],
];

/** The properties of a type of triggers that people are asked for: when it fires comes first. */
export const askedOf = ({ properties }: TypeDefinition): readonly Property[] =>
  properties
    .filter(({ name, hidden }) => !(hidden || unasked.has(name)))
    .map((property) => ({ ...property, description: property.description || (hints[property.name] ?? '') }))
    .toSorted((one, other) => common.indexOf(one.name) - common.indexOf(other.name));
