import { idCandidates, rootFolderId } from '../ids/ids.ts';
import { type Message, message } from '../messages/message.ts';
import { NotFound } from '../model/errors.ts';
import type { Instant } from '../model/json.ts';
import { fill } from '../model/placeholders.ts';
import type { Release } from '../model/release.ts';
import type { VariableValue } from '../model/variable.ts';
import type { CreateReleaseRequest } from '../templates/templates.ts';
import { isEmpty } from '../variables/values.ts';
import { convertValue, mappedTags, mappedText, mappedVariables } from './mappings.ts';
import { isPollTrigger, mappingsOf, type Trigger } from './trigger.ts';

/** One occasion for which a trigger fires. */
export interface Occasion {
  /** Identifies the occasion among all occasions of the trigger. Each occasion fires at most once. */
  readonly key: string;
  /** null: the trigger was fired manually */
  readonly scheduledAt: Instant | null;
  /** The values of placeholders, in addition to the built-in ones. */
  readonly values: Readonly<Record<string, VariableValue>>;
}

/** The result of a firing: a release was created, a limit was reached, an error occurred, or the time was missed. */
export const runOutcomes = ['created', 'refused', 'failed', 'skipped'] as const;
export type RunOutcome = (typeof runOutcomes)[number];

/** The number of running releases that triggers have created. */
export interface RunningReleases {
  /** created by this trigger */
  readonly ofTrigger: number;
  /** created from this template by any trigger */
  readonly ofTemplate: number;
}

/** Returns the reason why a trigger may not create a release now, or null (states.md, trigger-made releases). */
export function firingRefusal(
  trigger: Trigger,
  template: Pick<Release, 'maxConcurrentReleases'> & { readonly allowConcurrentReleasesFromTrigger: boolean },
  running: RunningReleases,
): Message | null {
  if (!trigger.allowParallelExecution && running.ofTrigger > 0) return message('triggerRefusal.triggerRunning');
  if (!template.allowConcurrentReleasesFromTrigger && running.ofTrigger > 0)
    return message('triggerRefusal.templateRunning');
  if (running.ofTemplate >= template.maxConcurrentReleases)
    return message('triggerRefusal.tooManyRunning', {
      count: running.ofTemplate,
      max: template.maxConcurrentReleases,
    });
  return null;
}

/** Returns the values for the placeholders of a trigger. `count` is the number of its firings, including this one. */
export const placeholderValues = (
  trigger: Trigger,
  occasion: Occasion,
  { now, scheduled, count }: { readonly now: string; readonly scheduled: string; readonly count: number },
): Readonly<Record<string, VariableValue>> => ({
  ...occasion.values,
  now,
  scheduledTime: scheduled,
  triggerTitle: trigger.title,
  counter: count,
});

/** Whether a placeholder is built in, and not a value that a poll returned. */
const isBuiltInKey = (key: string): boolean => ['now', 'scheduledTime', 'triggerTitle', 'counter'].includes(key);

/**
 * Returns the request to create the release of a trigger, with all placeholders replaced. The release starts at once,
 * has the owner of the template, and the id of the trigger as a tag (rest-operations.md, Triggers). Throws NotFound if
 * the folder id is invalid.
 */
export function createRequestFor(
  trigger: Trigger,
  template: Release,
  values: Readonly<Record<string, VariableValue>>,
): CreateReleaseRequest {
  const mapped = mappingsOf(trigger);
  const defaultFolder = trigger.releaseFolder === null ? null : fill(trigger.releaseFolder, values);
  const folder = mappedText(mapped, 'folder', values) ?? defaultFolder;
  const tags = mappedTags(mapped, values) ?? trigger.tags.map((tag) => fill(tag, values));
  const own = ownVariables(trigger, template, values);
  const eventValues = isPollTrigger(trigger)
    ? boundVariables(trigger, template, values)
    : mappedVariables(mapped, template.variables, values);
  return {
    releaseTitle: mappedText(mapped, 'releaseTitle', values) ?? fill(trigger.releaseTitle ?? trigger.title, values),
    folderId: folder === null ? null : folderIdOf(folder),
    variables: { ...own, ...eventValues },
    scheduledStartDate: null,
    autoStart: false,
    startedFromTaskId: null,
    releaseOwner: template.owner,
    startsNow: true,
    triggered: { title: trigger.title, tags: [...tags, trigger.id], literal: eventKeys(trigger, own, eventValues) },
  };
}

/** The trigger's own values for the variables of its template, by key. */
const ownVariables = (trigger: Trigger, template: Release, values: Readonly<Record<string, VariableValue>>) =>
  Object.fromEntries(
    trigger.variables
      .filter(({ type, key }) => type !== 'PasswordStringVariable' || isPassword(template, key))
      .map(({ type, key, value }) => [key, type === 'PasswordStringVariable' ? value : fillValue(value, values)]),
  );

type Values = Readonly<Record<string, VariableValue>>;

/**
 * The polled values for template variables of the same name. A value of the trigger takes precedence. Without either
 * value, the template's value remains.
 */
const boundVariables = (trigger: Trigger, { variables }: Release, values: Values): Values =>
  Object.fromEntries(
    variables.flatMap(({ key, type }): [string, VariableValue][] => {
      const value = Object.hasOwn(values, key) && !isBuiltInKey(key) ? values[key] : undefined;
      const isSet = trigger.variables.some((own) => own.key === key && !isEmpty(own.value));
      return value === undefined || value === null || isSet ? [] : [[key, convertValue(type, value)]];
    }),
  );

/** Returns the keys of values that come from an event, in whole or in part, and that contain `${`. */
function eventKeys(trigger: Trigger, own: Values, eventValues: Values): readonly string[] {
  const isFilled = (key: string) =>
    trigger.variables.some((variable) => variable.key === key && variable.value !== own[key]);
  return Object.entries({ ...own, ...eventValues })
    .filter(([, value]) => typeof value === 'string' && value.includes('${'))
    .flatMap(([key]) => (key in eventValues || isFilled(key) ? [key] : []));
}

/** Whether a variable is a password. Encrypted values are passed only to passwords. */
const isPassword = (template: Release, key: string): boolean =>
  template.variables.some((variable) => variable.key === key && variable.type === 'PasswordStringVariable');

function fillValue(value: VariableValue, values: Readonly<Record<string, VariableValue>>): VariableValue {
  if (typeof value === 'string') return fill(value, values);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((text: string) => fill(text, values));
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, fill(String(text), values)]));
}

/** Returns the last segment of a folder id in any of its forms. Throws NotFound. */
export function folderIdOf(rawId: string): string {
  const trimmed = rawId.trim();
  if (trimmed === rootFolderId || trimmed.endsWith(`/${rootFolderId}`)) return rootFolderId;
  try {
    return idCandidates('Folder', trimmed)[0];
  } catch {
    throw new NotFound(message('notFound.folder', { id: trimmed }));
  }
}
