import { idCandidates, rootFolderId } from '../ids/ids.ts';
import { message } from '../messages/message.ts';
import { NotFound } from '../model/errors.ts';
import type { Instant } from '../model/json.ts';
import { fill } from '../model/placeholders.ts';
import type { Release } from '../model/release.ts';
import type { VariableValue } from '../model/variable.ts';
import type { CreateReleaseRequest } from '../templates/templates.ts';
import { isEmpty } from '../variables/values.ts';
import { convertValue, mappedTags, mappedText, mappedVariables } from './mappings.ts';
import { isPollTrigger, mappingsOf, type Trigger } from './trigger.ts';

/** What a trigger fires for, once. */
export interface Occasion {
  /** Identifies it among all occasions of the trigger: each fires at most once. */
  readonly key: string;
  /** Null without a planned time: it was fired manually. */
  readonly scheduledAt: Instant | null;
  /** The values of placeholders, beside those that each trigger has. */
  readonly values: Readonly<Record<string, VariableValue>>;
}

/** How a firing ended: a release, a limit, a mistake, or nothing since its time was missed. */
export const runOutcomes = ['created', 'refused', 'failed', 'skipped'] as const;
export type RunOutcome = (typeof runOutcomes)[number];

/** How many releases run that triggers have made. */
export interface RunningReleases {
  /** by this trigger */
  readonly ofTrigger: number;
  /** from this template, by any trigger */
  readonly ofTemplate: number;
}

/** Why a trigger may not make a release now, in a sentence, or null (states.md, trigger-made releases). */
export function firingRefusal(
  trigger: Trigger,
  template: Pick<Release, 'maxConcurrentReleases'> & { readonly allowConcurrentReleasesFromTrigger: boolean },
  running: RunningReleases,
): string | null {
  if (!trigger.allowParallelExecution && running.ofTrigger > 0)
    return 'a release that this trigger made is still running, and it may run one at a time';
  if (!template.allowConcurrentReleasesFromTrigger && running.ofTrigger > 0)
    return 'a release that this trigger made is still running, and its template allows one at a time';
  if (running.ofTemplate >= template.maxConcurrentReleases)
    return `${running.ofTemplate} releases that triggers made from this template are running, and at most ${template.maxConcurrentReleases} may`;
  return null;
}

/** What the texts of a trigger may mention on an occasion: `count` is how often it has fired, this time included. */
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

/** Whether the name is one of those that every trigger has: such a value was not found by a poll. */
const isBuiltInKey = (key: string): boolean => ['now', 'scheduledTime', 'triggerTitle', 'counter'].includes(key);

/**
 * The order for the release of a trigger, with its texts filled in. The release starts when it is created, belongs to
 * the owner of the template, and has the id of the trigger as a tag (rest-operations.md, Triggers). Throws NotFound if the
 * folder id is invalid.
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

/** The values that a trigger has for the variables of its template, by key. */
const ownVariables = (trigger: Trigger, template: Release, values: Readonly<Record<string, VariableValue>>) =>
  Object.fromEntries(
    trigger.variables
      .filter(({ type, key }) => type !== 'PasswordStringVariable' || isPassword(template, key))
      .map(({ type, key, value }) => [key, type === 'PasswordStringVariable' ? value : fillValue(value, values)]),
  );

type Values = Readonly<Record<string, VariableValue>>;

/**
 * The values that a poll found for the template's variables of the same name. A value of the trigger wins, and without
 * a value on either side the template's own stays.
 */
const boundVariables = (trigger: Trigger, { variables }: Release, values: Values): Values =>
  Object.fromEntries(
    variables.flatMap(({ key, type }): [string, VariableValue][] => {
      const value = Object.hasOwn(values, key) && !isBuiltInKey(key) ? values[key] : undefined;
      const isSet = trigger.variables.some((own) => own.key === key && !isEmpty(own.value));
      return value === undefined || value === null || isSet ? [] : [[key, convertValue(type, value)]];
    }),
  );

/** The keys of values that came with an event, wholly or in part, and that look as if they named variables. */
function eventKeys(trigger: Trigger, own: Values, eventValues: Values): readonly string[] {
  const isFilled = (key: string) =>
    trigger.variables.some((variable) => variable.key === key && variable.value !== own[key]);
  return Object.entries({ ...own, ...eventValues })
    .filter(([, value]) => typeof value === 'string' && value.includes('${'))
    .flatMap(([key]) => (key in eventValues || isFilled(key) ? [key] : []));
}

/** A sealed text goes nowhere but into a password. */
const isPassword = (template: Release, key: string): boolean =>
  template.variables.some((variable) => variable.key === key && variable.type === 'PasswordStringVariable');

function fillValue(value: VariableValue, values: Readonly<Record<string, VariableValue>>): VariableValue {
  if (typeof value === 'string') return fill(value, values);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((text: string) => fill(text, values));
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, fill(String(text), values)]));
}

/** The last segment of a folder's id in any of its forms. Throws NotFound. */
export function folderIdOf(rawId: string): string {
  const trimmed = rawId.trim();
  if (trimmed === rootFolderId || trimmed.endsWith(`/${rootFolderId}`)) return rootFolderId;
  try {
    return idCandidates('Folder', trimmed)[0];
  } catch {
    throw new NotFound(message('notFound.folder', { id: trimmed }));
  }
}
