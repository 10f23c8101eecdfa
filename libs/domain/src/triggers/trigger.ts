import { type Message, message } from '../messages/message.ts';
import type { VariableDraft } from '../model/draft.ts';
import { Invalid } from '../model/errors.ts';
import { bareKey } from '../model/placeholders.ts';
import type { Variable } from '../model/variable.ts';
import { pick, requireTitle } from '../plans/build.ts';
import { applyVariablePatch, keyConflict, newVariable } from '../variables/build-variable.ts';
import { type EventSubscription, httpRequestEvent, validateSubscription } from './event-trigger.ts';
import type { Mapping } from './mappings.ts';
import { type Poller, pollsSameObject } from './poll.ts';
import { defaultTimes, type Schedule, type ScheduleTimes } from './schedule.ts';

/** The fields of all types of triggers (rest-operations.md, releaseTriggers item). */
export interface TriggerFields {
  readonly title: string;
  readonly description: string | null;
  readonly enabled: boolean;
  /** whether the trigger can create a release while another of its releases is running */
  readonly allowParallelExecution: boolean;
  /** with placeholders; null: the title of the trigger */
  readonly releaseTitle: string | null;
  /** null: there is none or it was deleted, so that no release can be created */
  readonly templateId: string | null;
  /** the folder that contains the trigger */
  readonly folderId: string;
  /** a folder id in any form, with placeholders; null: the folder of the template */
  readonly releaseFolder: string | null;
  readonly tags: readonly string[];
  /**
   * the state that the latest poll returned; for other triggers it is stored without effect, as the next three fields
   */
  readonly triggerState: string | null;
  readonly script: string | null;
  readonly abortScript: string | null;
  readonly executionId: string | null;
}

interface TriggerIdentity {
  readonly id: string;
  /** the values for variables of the template, by key; passwords are encrypted */
  readonly variables: readonly Variable[];
}

/** The type of scheduled triggers. */
export const scheduleType = 'time.Schedule';

/** A scheduled trigger. */
export interface ScheduleTrigger extends TriggerIdentity, TriggerFields, Schedule {
  readonly type: typeof scheduleType;
}

/** A trigger that fires for the events of a webhook endpoint or event source. */
export interface EventTrigger extends TriggerIdentity, TriggerFields, EventSubscription {
  readonly type: 'events.EventBasedTrigger';
}

/** The base type of poll triggers, which plugin types extend. */
export const pollTriggerType = 'ReleaseTrigger';

/** A trigger that fires when a plugin script returns a changed state. */
export interface PollTrigger extends TriggerIdentity, TriggerFields, ScheduleTimes, Poller {
  readonly type: typeof pollTriggerType;
}

/** A trigger of any type. */
export type Trigger = ScheduleTrigger | EventTrigger | PollTrigger;

interface TypedTrigger {
  readonly type: Trigger['type'];
}

/** Whether a trigger is a scheduled trigger. */
export const isSchedule = <T extends TypedTrigger>(trigger: T): trigger is T & Pick<ScheduleTrigger, 'type'> =>
  trigger.type === scheduleType;

/** Whether a trigger fires for received events. */
export const isEventTrigger = <T extends TypedTrigger>(trigger: T): trigger is T & Pick<EventTrigger, 'type'> =>
  trigger.type === 'events.EventBasedTrigger';

/** Whether a trigger polls with a plugin script. */
export const isPollTrigger = <T extends TypedTrigger>(trigger: T): trigger is T & Pick<PollTrigger, 'type'> =>
  trigger.type === pollTriggerType;

/** Returns the reason why a trigger cannot be run manually, or null. An event trigger requires an event. */
export const manualRunRefusal = (trigger: TypedTrigger): Message | null =>
  isEventTrigger(trigger) ? message('trigger.firesForDeliveries') : null;

/** Returns the mappings of an event trigger; empty for other triggers. */
export const mappingsOf = (trigger: Trigger): readonly Mapping[] =>
  isEventTrigger(trigger) ? trigger.mappedProperties : [];

type BuiltInTrigger = Exclude<Trigger['type'], typeof pollTriggerType>;

/** The trigger types that exist without plugins, with their labels. */
export const triggerTypes: Readonly<Record<BuiltInTrigger, { readonly label: string; readonly description: string }>> =
  {
    'time.Schedule': {
      label: 'Time',
      description: 'Creates releases at set times, at an interval or by a cron expression',
    },
    'events.EventBasedTrigger': {
      label: 'Event',
      description: 'Creates a release for each event of a webhook endpoint that passes its filter',
    },
  };

export const isTriggerType = (name: string): name is BuiltInTrigger => Object.hasOwn(triggerTypes, name);

/**
 * The fields of a trigger that a client can set. An absent field keeps its value or gets its default. Fields of other
 * trigger types are ignored.
 */
export type TriggerPatch = Partial<TriggerFields> &
  Partial<Schedule> &
  Partial<Poller> &
  Partial<EventSubscription> & {
    /** the complete list; variables that are not listed are deleted */
    readonly variables?: readonly VariableDraft[];
  };

export type NewTriggerFields = TriggerPatch &
  Pick<TriggerFields, 'title' | 'folderId'> & {
    /** the default is a schedule */
    readonly type?: Trigger['type'];
  };

const blankFields: Omit<TriggerFields, 'title' | 'folderId'> = {
  description: null,
  enabled: true,
  allowParallelExecution: true,
  releaseTitle: null,
  templateId: null,
  releaseFolder: null,
  tags: [],
  script: null,
  abortScript: null,
  triggerState: null,
  executionId: null,
};
const blankSchedule: Omit<Schedule, 'periodicity'> = { ...defaultTimes, catchUp: 'last' };
const blankPoller: Poller = { pollerType: '', properties: {}, secrets: {} };
const blankSubscription: EventSubscription = {
  eventSource: null,
  eventType: httpRequestEvent,
  eventFilter: null,
  mappedProperties: [],
};

/**
 * Rejects a new trigger that can never create a release: all triggers except event triggers require a template. If its
 * template is deleted later, a trigger remains and reports that in its run history. Throws Invalid.
 */
export function requireTemplate({ type = scheduleType, templateId }: NewTriggerFields): void {
  if (type !== 'events.EventBasedTrigger' && !templateId) throw new Invalid(message('trigger.templateExpected'));
}

/** Returns a new trigger. Throws Invalid; Conflict for a duplicate variable. */
export function newTrigger(id: string, fields: NewTriggerFields, newVariableId: () => string): Trigger {
  const { title, folderId, periodicity, type = scheduleType } = fields;
  requireTitle('trigger', title);
  const common = {
    ...blankFields,
    ...pick<Partial<TriggerFields>>(blankFields, fields),
    id,
    title,
    folderId,
    variables: variablesFrom(fields.variables ?? [], [], newVariableId),
  };
  if (type !== 'events.EventBasedTrigger') {
    if (periodicity === undefined) throw new Invalid(message('trigger.periodicityExpected'));
    if (type === scheduleType)
      return { ...blankSchedule, ...pick<Partial<Schedule>>(blankSchedule, fields), ...common, type, periodicity };
    const times = { ...defaultTimes, ...pick<Partial<ScheduleTimes>>(defaultTimes, fields), periodicity };
    return { ...blankPoller, ...pick(blankPoller, fields), ...times, ...common, type };
  }
  const subscription = { ...blankSubscription, ...pick(blankSubscription, fields) };
  if (subscription.eventSource === null) throw new Invalid(message('trigger.eventSourceExpected'));
  return validate({ ...subscription, ...common, type });
}

/** Returns the trigger with its changes. Throws Invalid; Conflict for a duplicate variable. */
export function applyTriggerPatch(trigger: Trigger, patch: TriggerPatch, newVariableId: () => string): Trigger {
  const { id, title, folderId, variables: before, ...rest } = trigger;
  const variables = patch.variables ? variablesFrom(patch.variables, before, newVariableId) : before;
  const common = {
    ...pick<Partial<TriggerFields>>({ ...blankFields, title, folderId }, patch),
    variables,
  };
  requireTitle('trigger', common.title ?? title);
  // a trigger whose template was deleted can still be changed
  if (rest.templateId !== null && patch.templateId === null) requireTemplate({ type: rest.type, title, folderId });
  const identity = { id, title, folderId };
  switch (rest.type) {
    case 'time.Schedule':
      return {
        ...rest,
        ...identity,
        ...pick<Partial<Schedule>>({ ...blankSchedule, periodicity: '' }, patch),
        ...common,
      };
    case 'ReleaseTrigger':
      return changePoll(rest, { ...rest, ...identity, ...common }, patch);
    case 'events.EventBasedTrigger':
      return validate({ ...rest, ...identity, ...pick(blankSubscription, patch), ...common });
  }
}

/**
 * The state in a request is ignored: it can be older than the state of the latest poll, and would fire the trigger
 * again. After a change of the polled object, the stored state is reset.
 */
function changePoll(
  before: Poller & Pick<TriggerFields, 'triggerState'>,
  changed: PollTrigger,
  patch: TriggerPatch,
): PollTrigger {
  const times = pick<Partial<ScheduleTimes>>({ ...defaultTimes, periodicity: '' }, patch);
  const poller = { ...blankPoller, ...pick(blankPoller, before), ...pick(blankPoller, patch) };
  const triggerState = pollsSameObject(before, poller) ? before.triggerState : null;
  return { ...changed, ...times, ...poller, triggerState };
}

function validate(trigger: EventTrigger): EventTrigger {
  validateSubscription(trigger);
  return trigger;
}

/** Whether two triggers are due at the same times, so that a change keeps the next due time. */
export const hasSameTimes = (a: Trigger, b: Trigger): boolean =>
  !isEventTrigger(a) &&
  !isEventTrigger(b) &&
  a.enabled === b.enabled &&
  a.pollType === b.pollType &&
  a.periodicity === b.periodicity &&
  a.timeZone === b.timeZone;

function variablesFrom(
  drafts: readonly VariableDraft[],
  before: readonly Variable[],
  newId: () => string,
): readonly Variable[] {
  const result = drafts.map(({ id: _, ...draft }) => {
    const old = before.find(({ key, type }) => key === bareKey(draft.key) && type === draft.type);
    const { type: __, ...patch } = draft;
    return old === undefined ? newVariable(draft, newId) : applyVariablePatch(old, patch);
  });
  const duplicate = result.find(({ key }, index) => result.findIndex((b) => b.key === key) < index);
  if (duplicate) throw keyConflict(duplicate.key);
  return result;
}
