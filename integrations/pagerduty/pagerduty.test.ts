import { describe } from 'vitest';
import { done, json, refusal } from '../../test/harness/integrations/answers.ts';
import { type Case, integrationTests } from '../../test/harness/integrations/integration-tests.ts';

const login = { password: 'token-of-the-robot' };
const key = 'routing-key-of-shop';
const events = integrationTests('pagerduty', {
  connection: { type: 'pagerduty.Authentication', url: '{server}/v2' },
  property: 'pagerduty_authentication',
  login: { password: key },
});
const rest = integrationTests('pagerduty', {
  connection: { type: 'pagerduty.Server', apiToken: login.password, from: 'ann@example.com' },
  login,
});

const accepted = json({ status: 'success', message: 'Event processed', dedup_key: 'k1' });
const event = { routing_key: key, event_summary: 'Shop is slow', event_source: 'shop' };
const trigger: Case = {
  ...{ task: 'pagerduty.TriggerEvent', replies: { enqueue: accepted } },
  properties: {
    ...{ ...event, event_severity: 'warning', dedup_key: 'k1', component: 'web' },
    ...{ customDetails: { version: '1' }, links: { 'https://example.com/a': 'Release' } },
  },
  changes: [
    `POST /v2/enqueue {"routing_key":"${key}","event_action":"trigger","dedup_key":"k1","payload":{"summary":"Shop is slow","source":"shop","severity":"warning","component":"web","custom_details":{"version":"1"}},"links":[{"href":"https://example.com/a","text":"Release"}]}`,
  ],
  outputs: { dedupKey: 'k1', output: '{"status":"success","message":"Event processed","dedup_key":"k1"}' },
};
describe('events', () => {
  events.cases({
    'triggers an alert': trigger,
    'triggers an alert with the necessary values only': {
      ...{ ...trigger, properties: event },
      changes: [
        `POST /v2/enqueue {"routing_key":"${key}","event_action":"trigger","payload":{"summary":"Shop is slow","source":"shop","severity":"critical"}}`,
      ],
    },
    'acknowledges an alert': {
      ...{ task: 'pagerduty.AcknowledgeEvent', properties: { routing_key: key, dedup_key: 'k1' } },
      replies: { enqueue: accepted },
      changes: [`POST /v2/enqueue {"routing_key":"${key}","event_action":"acknowledge","dedup_key":"k1"}`],
    },
    'resolves an alert': {
      ...{ task: 'pagerduty.ResolveEvent', properties: { routing_key: key, dedup_key: 'k1' } },
      replies: { enqueue: accepted },
      changes: [`POST /v2/enqueue {"routing_key":"${key}","event_action":"resolve","dedup_key":"k1"}`],
    },
    'refuses a long key': {
      ...{ task: 'pagerduty.ResolveEvent', properties: { routing_key: key, dedup_key: 'k'.repeat(256) } },
      ...{ replies: {}, changes: [], error: 'Error: dedup_key: it has more than 255 characters' },
    },
    'sends a change event': {
      ...{ task: 'pagerduty.SendChangeEvent', properties: event },
      replies: { enqueueChange: json({ status: 'success', message: 'Event processed' }) },
      changes: [
        `POST /v2/change/enqueue {"routing_key":"${key}","payload":{"summary":"Shop is slow","source":"shop"}}`,
      ],
    },
  });
  events.faults({ of: trigger, changes: ['enqueue'] });
});

const incident = (status: string) => json({ incident: { id: 'P1', status, html_url: 'https://example.com/P1' } });
const create: Case = {
  ...{ task: 'pagerduty.CreateIncident', replies: { createIncident: incident('triggered') } },
  properties: {
    ...{ incidentTitle: 'Rollback', serviceId: 'S1', details: 'Version 2', urgency: 'low', priorityId: 'R1' },
    ...{ escalationPolicyId: 'E1', incidentKey: 'release-2' },
  },
  changes: [
    'POST /incidents {"incident":{"type":"incident","title":"Rollback","service":{"id":"S1","type":"service_reference"},"body":{"type":"incident_body","details":"Version 2"},"urgency":"low","priority":{"id":"R1","type":"priority_reference"},"escalation_policy":{"id":"E1","type":"escalation_policy_reference"},"incident_key":"release-2"}}',
  ],
  outputs: { incidentId: 'P1', incidentUrl: 'https://example.com/P1' },
};
const open = json({ incidents: [{ id: 'P1', title: 'Slow' }], more: false });
const wait: Case = {
  ...{ task: 'pagerduty.CheckIncidents', properties: { serviceIds: ['S1', 'S2'], urgencies: ['high'] } },
  replies: { listIncidents: [open, json({ incidents: [], more: false })] },
  ...{ changes: [], outputs: { openIncidents: {} }, waitedSeconds: 60, statusLine: '0 open incidents' },
};
describe('incidents and maintenance windows', () => {
  rest.check({ listIncidents: json({ incidents: [] }) });
  rest.cases({
    'creates an incident': create,
    'resolves an incident with a note': {
      ...{ task: 'pagerduty.UpdateIncident', outputs: { incidentStatus: 'resolved' } },
      properties: { incidentId: 'P1', newStatus: 'resolved', resolution: 'Rolled back', note: 'Done' },
      replies: { addNote: json({ note: { id: 'N1' } }), updateIncident: incident('resolved') },
      changes: [
        'POST /incidents/P1/notes {"note":{"content":"Done"}}',
        'PUT /incidents/P1 {"incident":{"type":"incident","status":"resolved","resolution":"Rolled back"}}',
      ],
    },
    'refuses an update without a change': {
      ...{ task: 'pagerduty.UpdateIncident', properties: { incidentId: 'P1' }, replies: {}, changes: [] },
      error: 'Error: newStatus: expected a change or a note',
    },
    'waits until services have no open incidents': {
      ...wait,
      reads: Array.from({ length: 2 }, () =>
        encodeURI(
          'GET /incidents?statuses[]=triggered&statuses[]=acknowledged&date_range=all&limit=100&service_ids[]=S1&service_ids[]=S2&urgencies[]=high',
        ).replace('GET%20', 'GET '),
      ),
    },
    'fails after its time limit': {
      ...{ ...wait, properties: { serviceIds: ['S1'], maxWaitMinutes: 1 }, replies: { listIncidents: open } },
      ...{ outputs: { openIncidents: { P1: 'Slow' } }, waitedSeconds: 61, statusLine: '1 open incidents' },
      error: 'Error: the services have 1 open incidents after 1 minutes',
    },
    'creates a maintenance window': {
      ...{ task: 'pagerduty.CreateMaintenanceWindow', properties: { serviceIds: ['S1'], durationMinutes: 30 } },
      replies: { createMaintenanceWindow: json({ maintenance_window: { id: 'W1' } }) },
      changes: [
        'POST /maintenance_windows {"maintenance_window":{"type":"maintenance_window","start_time":"2026-01-01T00:00:00.000Z","end_time":"2026-01-01T00:30:00.000Z","services":[{"id":"S1","type":"service_reference"}]}}',
      ],
      outputs: { maintenanceWindowId: 'W1' },
    },
    'refuses a maintenance window without a duration': {
      ...{ task: 'pagerduty.CreateMaintenanceWindow', properties: { serviceIds: ['S1'], durationMinutes: 0 } },
      ...{ replies: {}, changes: [], error: 'Error: durationMinutes: 0 is not a positive number' },
    },
    'ends a maintenance window': {
      ...{ task: 'pagerduty.EndMaintenanceWindow', properties: { maintenanceWindowId: 'W1' } },
      ...{ replies: { deleteMaintenanceWindow: done() }, changes: ['DELETE /maintenance_windows/W1'] },
      printed: 'Ended maintenance window W1',
    },
    'accepts a maintenance window that does not exist': {
      ...{ task: 'pagerduty.EndMaintenanceWindow', properties: { maintenanceWindowId: 'W1' } },
      replies: { deleteMaintenanceWindow: refusal(404, 'Not Found') },
      printed: 'There is no maintenance window W1',
    },
  });
  rest.faults({ of: create, changes: ['createIncident'] });
  rest.faults({ of: wait, polls: ['listIncidents'] });
});
