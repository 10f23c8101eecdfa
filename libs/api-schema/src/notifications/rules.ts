import { message } from '@slipway/domain/messages';
import { type EventTypeName, eventTypes, isEventType } from '@slipway/domain/model';
import { notificationModes, recipientGroups, userChannels } from '@slipway/domain/notification-choices';
import { type NotificationRule, parseRecipient, type RuleRecipient } from '@slipway/domain/notifications';
import { z } from 'zod';
import { expects } from '../format/expects.ts';
import { expectsOneOf, flag, list, optional } from '../format/scalars.ts';
import { readType, showType } from '../format/type-name.ts';

const maxRules = 100;
const maxRecipients = 100;
const maxFilterValues = 100;
const maxLength = 255;

export const eventTypeNames: readonly EventTypeName[] = Object.keys(eventTypes).filter(isEventType);

/** An array of at most this number of items. */
export const listOf = <T extends z.ZodType>(item: T, max: number) =>
  z.array(item).max(max, expects(message('expected.maxItems', { max })));
const shortText = z
  .string()
  .min(1, expects(message('expected.name')))
  .max(maxLength, {
    ...expects(message('expected.maxCharacters', { max: maxLength })),
  });
export const eventName = z.enum(eventTypeNames, expects(message('expected.eventType')));
const mode = z.enum(notificationModes, expects(expectsOneOf(notificationModes)));

export const channelModes = z
  .object({ inbox: optional(mode), mail: optional(mode), browser: optional(mode) })
  .describe('the mode of each channel; only mails can be in a digest');

const groupNames: ReadonlySet<string> = new Set(recipientGroups);
const isRecipient = (text: string): text is RuleRecipient => groupNames.has(text) || parseRecipient(text) !== null;
const recipient = z.string(expects(message('expected.recipient'))).transform((text, context): RuleRecipient => {
  if (text.length <= maxLength && isRecipient(text)) return text;
  context.addIssue({ code: 'custom', message: expects(message('expected.recipient')).error });
  return z.NEVER;
});

const filter = z
  .object({
    tags: optional(listOf(shortText, maxFilterValues)),
    phaseTitles: optional(listOf(shortText, maxFilterValues)),
    taskTypes: optional(listOf(shortText, maxFilterValues)),
    statuses: optional(listOf(shortText, maxFilterValues)),
  })
  .describe('each list that is not empty must contain the value of the event');

/** A rule in a request. */
const notificationRuleBody = z
  .object({
    title: optional(shortText),
    events: listOf(eventName, eventTypeNames.length).min(1, expects(message('expected.eventType'))),
    recipients: listOf(recipient, maxRecipients).describe(
      `${recipientGroups.join(', ')}, or user:, team: or role: with a name`,
    ),
    channels: channelModes,
    mandatory: optional(flag).describe('users, folders and releases cannot switch it off; only for the installation'),
    filter: optional(filter),
  })
  .meta({ id: 'NotificationRuleBody' });

/** The rules of the installation or a folder in a request. */
export const notificationRulesBody = z
  .object({ rules: listOf(notificationRuleBody, maxRules) })
  .meta({ id: 'NotificationRulesBody' });
export type NotificationRulesBody = z.output<typeof notificationRulesBody>;

/** Returns the rules of a request, with internal task types. */
export const toRules = ({ rules }: NotificationRulesBody, prefix: string): readonly NotificationRule[] =>
  rules.map(({ filter: ruleFilter, ...rule }) => ({
    ...rule,
    ...(ruleFilter && {
      filter: { ...ruleFilter, taskTypes: ruleFilter.taskTypes?.map((type) => readType(type, prefix)) },
    }),
  }));

const ruleResponse = z
  .object({
    title: z.string().optional(),
    events: list(z.enum(eventTypeNames)),
    recipients: list(z.string()),
    channels: z.partialRecord(z.enum(userChannels), z.enum(notificationModes)),
    mandatory: z.boolean().optional(),
    filter: z
      .object({
        tags: list(z.string()).optional(),
        phaseTitles: list(z.string()).optional(),
        taskTypes: list(z.string()).optional(),
        statuses: list(z.string()).optional(),
      })
      .optional(),
  })
  .meta({ id: 'NotificationRule' });

/** The rules of the installation or a folder, with those that apply where it has none. */
export const notificationRulesResponse = z
  .object({
    rules: list(ruleResponse),
    inherited: list(
      z.object({
        scope: z.object({ id: z.string(), title: z.string() }).describe('id `default`: the rules of the catalog'),
        rules: list(ruleResponse),
      }),
    ).describe('the rules of the folders around it, the nearest first, of the installation, and of the catalog'),
  })
  .meta({ id: 'NotificationRules' });
export type NotificationRulesResponse = z.output<typeof notificationRulesResponse>;

interface ScopeRules {
  readonly id: string;
  readonly title: string;
  readonly rules: readonly NotificationRule[];
}

/** Renders the rules of a scope, and those of the scopes around it. */
export function showRules(
  [own, ...around]: readonly ScopeRules[],
  defaults: readonly NotificationRule[],
  prefix: string,
): NotificationRulesResponse {
  const show = ({ filter: ruleFilter, ...rule }: NotificationRule) => ({
    ...rule,
    ...(ruleFilter && {
      filter: { ...ruleFilter, taskTypes: ruleFilter.taskTypes?.map((type) => showType(type, prefix)) },
    }),
  });
  const inherited = around.map(({ id, title, rules }) => ({ scope: { id, title }, rules: rules.map(show) }));
  return {
    rules: (own?.rules ?? []).map(show),
    inherited: [...inherited, { scope: { id: 'default', title: 'Default' }, rules: defaults.map(show) }],
  };
}
