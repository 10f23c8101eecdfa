/** `action`: the user must act; `alert`: the flow is broken; `info`: everything else. */
export const urgencies = ['action', 'alert', 'info'] as const;
export type Urgency = (typeof urgencies)[number];

/**
 * The recipients that a rule can name, beside single users, teams and roles. `assignee` is the owner of the task or,
 * without one, its team. `assigneeOrAdmin` is the team `Release Admin` for a task without both. `subjectOwner` is the
 * author of a trigger, the owner of a receiver or a token, and the user who receives the weekly mail of a dashboard.
 */
export const recipientGroups = [
  'assignee',
  'assigneeOrAdmin',
  'taskOwner',
  'taskTeam',
  'previousAssignee',
  'approvers',
  'mentioned',
  'watchers',
  'releaseOwner',
  'releaseAdmin',
  'subjectOwner',
] as const;
export type RecipientGroup = (typeof recipientGroups)[number];

/**
 * The channels of a user. `browser` is a notification of the browser for an entry of the inbox. Slack, Teams and
 * webhooks have subscriptions instead.
 */
export const userChannels = ['inbox', 'mail', 'browser'] as const;
export type UserChannel = (typeof userChannels)[number];

/** `digest` is only for mails; for another channel it is the same as `now`. */
export const notificationModes = ['now', 'digest', 'off'] as const;
export type NotificationMode = (typeof notificationModes)[number];

/** The days of quiet hours and digests. */
export const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;
export type Weekday = (typeof weekdays)[number];

/** The maximum number of quiet hours of a user. */
export const maxQuietPeriods = 14;

export const digestFrequencies = ['daily', 'weekly', 'off'] as const;
export type DigestFrequency = (typeof digestFrequencies)[number];

/** The kinds of receivers of events. */
export const receiverKinds = ['webhook', 'slack', 'teams'] as const;

/** The formats of the events of a webhook. */
export const receiverFormats = ['slipway', 'cdevents'] as const;
export type ReceiverFormat = (typeof receiverFormats)[number];

/** The channels whose messages can have a template. */
export const templateChannels = ['mail', 'slack', 'teams'] as const;
export type TemplateChannel = (typeof templateChannels)[number];

/** The channels of the ledger. */
export const deliveryChannels = ['inbox', 'mail', 'slack', 'teams', 'webhook'] as const;
export type DeliveryChannel = (typeof deliveryChannels)[number];

/** The states of a delivery in the ledger. */
export const deliveryStates = ['pending', 'held', 'sent', 'failed', 'dead', 'obsolete', 'suppressed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
