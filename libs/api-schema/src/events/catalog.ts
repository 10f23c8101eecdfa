import { type EventData, type EventTypeName, eventTypes } from '@slipway/domain/model';
import { notificationModes, recipientGroups, urgencies, userChannels } from '@slipway/domain/notification-choices';
import { defaultRule } from '@slipway/domain/notifications';
import { z } from 'zod';
import { list, responseJson } from '../format/scalars.ts';
import type { ResponseJson } from '../format/sorted-json.ts';
import { eventData, eventTypeNames, showEventData } from '../notifications/index.ts';

/** The types of events, with the schema of their content and an example. */
export const eventTypesResponse = list(
  z
    .object({
      type: z.enum(eventTypeNames),
      label: z.string(),
      description: z.string(),
      subject: z.enum(['task', 'release', 'trigger', 'subscription', 'token', 'dashboard', 'deployment']),
      urgency: z.enum(urgencies),
      recipients: list(z.enum(recipientGroups)).describe('of the default rule'),
      channels: z.partialRecord(z.enum(userChannels), z.enum(notificationModes)).describe('of the default rule'),
      schema: responseJson.describe('the JSON schema of the content'),
      example: eventData,
    })
    .meta({ id: 'EventType' }),
);
export type EventTypesResponse = z.output<typeof eventTypesResponse>;

const exampleAt = Date.UTC(2026, 10, 27, 19);
const release: NonNullable<EventData['release']> = {
  ...{ id: 'Release1', title: 'Webshop 1.0', status: 'IN_PROGRESS', folderId: 'Folder1', tags: ['webshop'] },
};
const task: NonNullable<EventData['task']> = {
  ...{ id: 'Task1', title: 'Deploy', type: 'Task', status: 'IN_PROGRESS', phaseTitle: 'Production' },
  ...{ failuresCount: 0, dueDate: exampleAt },
};

/** The members of some events, in addition to the release and task. */
const particularData: Readonly<Partial<Record<EventTypeName, EventData>>> = {
  'task.failed': { task: { ...task, status: 'FAILED', failuresCount: 1 } },
  'task.flagged': { flag: 'ATTENTION_NEEDED' },
  'release.flagged': { flag: 'AT_RISK' },
  'release.atRisk': { risk: { from: 10, to: 60 } },
  'release.completed': { release: { ...release, status: 'COMPLETED' } },
  'release.failing': { release: { ...release, status: 'FAILING' } },
  'release.failed': { release: { ...release, status: 'FAILED' } },
  'release.aborted': { release: { ...release, status: 'ABORTED' } },
  'task.commented': { commentId: 'Comment1' },
  'comment.mentioned': { commentId: 'Comment1' },
  'trigger.failed': { subject: { id: 'Trigger1', title: 'Nightly' }, reason: 'the template does not exist' },
  'subscription.disabled': { subject: { id: 'Subscription1', title: 'Chat' }, reason: '410 Gone' },
  'token.expiring': { subject: { id: 'Token1', title: 'CI' }, reason: new Date(exampleAt).toISOString() },
  'deployment.finished': {
    release: { ...release, status: 'COMPLETED' },
    deployment: {
      ...{ id: 'Deployment1', application: 'Webshop', environment: 'eu-1', stage: 'Production', kind: 'normal' },
      ...{ outcome: 'succeeded', artifactId: 'pkg:oci/webshop@sha256%3A0b31b1c0', first: false },
    },
  },
  'dashboard.weekly': { subject: { id: 'Dashboard1', title: 'Numbers' } },
};

/** Returns the content of an example of an event. */
export function exampleOf(type: EventTypeName): EventData {
  const { subject } = eventTypes[type];
  return {
    ...((subject === 'task' || subject === 'release') && { release }),
    ...(subject === 'task' && { task }),
    ...particularData[type],
  };
}

/** The JSON schema of the content of an event. */
const eventSchema: ResponseJson = JSON.parse(
  // Without an id, the schema is not a reference to a definition.
  JSON.stringify(z.toJSONSchema(z.object(eventData.shape))),
);

/** Renders the catalog of event types. */
export function showEventTypes(prefix: string): EventTypesResponse {
  return eventTypeNames.map((type) => {
    const { label, description, subject, urgency, recipients } = eventTypes[type];
    const { channels } = defaultRule(type);
    const example = showEventData(exampleOf(type), ['Applications', 'Folder1'], prefix);
    return { ...{ type, label, description, subject, urgency, recipients, channels }, schema: eventSchema, example };
  });
}
