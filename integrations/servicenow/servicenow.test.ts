import { describe } from 'vitest';
import { json, refusal } from '../../test/harness/integrations/answers.ts';
import { type Case, integrationTests } from '../../test/harness/integrations/integration-tests.ts';

const login = { username: 'robot', password: 'password-of-robot' };
const servicenow = integrationTests('servicenow', {
  connection: { type: 'servicenow.Server', ...login },
  property: 'servicenowServer',
  login,
});

const shown = 'sysparm_display_value=true&sysparm_exclude_reference_link=true';
const written = `${shown}&sysparm_input_display_value=true`;
const table = '/api/now/table/change_request';
const record = (more: object = {}) => json({ result: { sys_id: 'a1', number: 'CHG01', state: 'New', ...more } });
const data = { sys_id: 'a1', number: 'CHG01', state: 'New' };
const create: Case = {
  task: 'servicenow.CreateChangeRequest',
  properties: {
    ...{
      shortDescription: 'Deploy',
      description: 'Version 1',
      ciSysId: 'c1',
      assignmentGroup: 'Ops',
      assignedTo: 'Ann',
    },
    ...{ state: 'Assess', priority: '3 - Moderate', comments: 'Hi', additionalFields: { risk: 'Low' } },
  },
  replies: { create: record({ assignment_group: { display_value: 'Ops' } }) },
  changes: [
    `POST ${table}?${written} {"short_description":"Deploy","description":"Version 1","cmdb_ci":"c1","assignment_group":"Ops","assigned_to":"Ann","state":"Assess","priority":"3 - Moderate","comments":"Hi","risk":"Low"}`,
  ],
  outputs: { sysId: 'a1', Ticket: 'CHG01', data: { ...data, assignment_group: 'Ops' } },
  printed: 'Created CHG01 (a1)',
};
const update: Case = {
  task: 'servicenow.UpdateChangeRequest',
  properties: { sysId: 'a1', state: 'Closed', closeCode: 'successful', closeNotes: 'Done' },
  replies: { update: record({ state: 'Closed' }) },
  changes: [`PATCH ${table}/a1?${written} {"close_code":"successful","close_notes":"Done","state":"Closed"}`],
  outputs: { Ticket: 'CHG01', data: { ...data, state: 'Closed' } },
  printed: 'Updated CHG01',
};
const find: Case = {
  ...{ task: 'servicenow.FindChangeRequestByTicket', properties: { ticket: 'CHG01' } },
  replies: { list: json({ result: [data] }) },
  reads: [`GET ${table}?${shown}&sysparm_query=number%3DCHG01&sysparm_limit=1`],
  outputs: { sysId: 'a1', data },
};
const wait: Case = {
  task: 'servicenow.PollingCheckStatus',
  properties: { sysId: 'a1', statusField: 'approval', checkForStatus: 'Approved, Not Required', pollInterval: 2 },
  replies: { get: [record({ approval: 'Requested' }), record({ approval: 'Approved' })] },
  ...{ changes: [], outputs: { status: 'Approved', ticket: 'CHG01', data: { ...data, approval: 'Approved' } } },
  ...{ statusLine: 'CHG01: approval is Approved', printed: 'CHG01: approval is Approved', waitedSeconds: 120 },
};

servicenow.check({ list: json({ result: [] }) });
describe('change requests', () => {
  servicenow.cases({
    'creates a change request': create,
    'creates a change request from JSON': {
      ...{ ...create, task: 'servicenow.CreateNewChangeRequest', outputs: { sysId: 'a1', Ticket: 'CHG01', data } },
      ...{ properties: { content: '{"short_description": "X"}' }, replies: { create: record() } },
      changes: [`POST ${table}?${written} {"short_description":"X"}`],
    },
    'creates a task of a change request': {
      ...{ ...create, task: 'servicenow.CreateChangeTask', outputs: undefined },
      properties: { changeRequest: 'a1', shortDescription: 'Test' },
      changes: [`POST /api/now/table/change_task?${written} {"change_request":"a1","short_description":"Test"}`],
    },
    'creates a record of a table': {
      ...{ ...create, task: 'servicenow.CreateRecord', outputs: undefined },
      properties: { tableName: 'incident', shortDescription: 'Down', comments: 'Help' },
      changes: [`POST /api/now/table/incident?${written} {"short_description":"Down","comments":"Help"}`],
    },
    'creates an incident': {
      ...{ ...create, task: 'servicenow.CreateIncident', outputs: undefined },
      properties: { shortDescription: 'Down', impact: '1', urgency: '2', workNotes: 'Look' },
      changes: [
        `POST /api/now/table/incident?${written} {"impact":"1","urgency":"2","work_notes":"Look","short_description":"Down"}`,
      ],
    },
    'creates a service request': {
      ...{ ...create, task: 'servicenow.CreateServiceRequest', properties: { shortDescription: 'New' } },
      ...{ outputs: undefined, changes: [`POST /api/now/table/sc_request?${written} {"short_description":"New"}`] },
    },
    'creates a request item from JSON': {
      ...{ ...create, task: 'servicenow.CreateNewRequestItem', properties: { content: '{"state":"1"}' } },
      ...{ outputs: undefined, changes: [`POST /api/now/table/sc_req_item?${written} {"state":"1"}`] },
    },
    'creates a request': {
      ...{ ...create, task: 'servicenow.CreateRequest', outputs: undefined },
      properties: { shortDescription: 'Shop', comments: 'Hi' },
      changes: [`POST ${table}?${written} {"short_description":"Shop","comments":"Hi"}`],
    },
    'creates a task from JSON': {
      ...{ ...create, task: 'servicenow.CreateTask', outputs: { taskId: 'a1', Task: 'CHG01', data } },
      ...{ properties: { content: '{"short_description":"Stop"}' }, replies: { create: record() } },
      changes: [`POST /api/now/table/change_task?${written} {"short_description":"Stop"}`],
    },
    'refuses the name of a table with a path': {
      ...{ ...create, task: 'servicenow.CreateRecord', outputs: {}, changes: [], printed: '' },
      properties: { tableName: 'incident/../x', shortDescription: 'Down' },
      error: "Error: 'incident/../x' is not the name of a table",
    },
    'updates a change request': update,
    'updates an incident': {
      ...{ ...update, task: 'servicenow.UpdateIncident', properties: { sysId: 'a1', workNotes: 'Fixed' } },
      changes: [`PATCH /api/now/table/incident/a1?${written} {"work_notes":"Fixed"}`],
    },
    'updates a task': {
      ...{ ...update, task: 'servicenow.UpdateTask', properties: { sysId: 'a1', content: '{"state":"3"}' } },
      ...{ outputs: { data: { ...data, state: 'Closed' } } },
      changes: [`PATCH /api/now/table/change_task/a1?${written} {"state":"3"}`],
    },
    'updates a change request by JSON': {
      ...{ ...update, properties: { sysId: 'a1', content: '{"state": "Closed"}' } },
      changes: [`PATCH ${table}/a1?${written} {"state":"Closed"}`],
    },
    'refuses content that is not a JSON object': {
      ...{ ...update, task: 'servicenow.UpdateRecord', properties: { sysId: 'a1', content: '[1]' }, outputs: {} },
      ...{ changes: [], printed: '', error: 'Error: the content is not a JSON object' },
    },
    'refuses an update without a field': {
      ...{ ...update, properties: { sysId: 'a1' }, outputs: {}, changes: [], printed: '' },
      error: 'Error: there is no field to change',
    },
    'shows the reason of a refusal': {
      ...{ ...update, replies: { update: refusal(403, 'Operation Failed') }, outputs: {}, printed: '' },
      error: `Error: PATCH ${table}/a1: the server returned 403 Forbidden: {"message":"Operation Failed"}`,
    },
  });
  servicenow.faults({ of: create, changes: ['create'] });
  servicenow.faults({ of: update, changes: ['update'] });
});
describe('finding and checking', () => {
  servicenow.cases({
    'finds a change request by its number': find,
    'fails if there is no such change request': {
      ...{ ...find, replies: { list: json({ result: [] }) }, outputs: {} },
      error: 'Error: the table change_request has no record CHG01',
    },
    'refuses a number with operators of a query': {
      ...{ ...find, properties: { ticket: 'x^ORstate=1' }, reads: [], outputs: {} },
      error: "Error: 'x^ORstate=1' is not the number of a record",
    },
    'finds a configuration item by its name': {
      ...{ ...find, task: 'servicenow.FindCIByName', properties: { ciName: 'Web server' } },
      reads: [`GET /api/now/table/cmdb_ci?${shown}&sysparm_query=name%3DWeb+server&sysparm_limit=1`],
    },
    'reads the priority of an incident': {
      ...{ ...find, task: 'servicenow.GetIncidentDetail', properties: { incidentId: 'INC1' } },
      replies: { list: json({ result: [{ ...data, priority: '1 - Critical' }] }) },
      reads: [`GET /api/now/table/incident?${shown}&sysparm_query=number%3DINC1&sysparm_limit=1`],
      outputs: { incidentPriority: '1 - Critical', data: { ...data, priority: '1 - Critical' } },
    },
    'refuses a name with operators of a query': {
      ...{ ...find, task: 'servicenow.FindCIByName', properties: { ciName: 'a^ORb=c' }, reads: [], outputs: {} },
      error: "Error: 'a^ORb=c' is not a value to search for",
    },
    'reads a field': {
      ...{ task: 'servicenow.CheckStatus', properties: { sysId: 'a1', statusField: 'state' } },
      ...{ replies: { get: record() }, outputs: { status: 'New', data } },
    },
    'waits for an approval': wait,
    'fails for a rejected change request, and keeps the outputs': {
      ...{ ...wait, replies: { get: record({ approval: 'Rejected' }) }, waitedSeconds: 1, printed: '' },
      outputs: { status: 'Rejected', ticket: 'CHG01', data: { ...data, approval: 'Rejected' } },
      ...{ statusLine: undefined, error: 'Error: CHG01 is rejected' },
    },
    'fails for an unknown field': {
      ...{ ...wait, properties: { ...wait.properties, statusField: 'aproval' }, outputs: {}, printed: '' },
      ...{ statusLine: undefined, waitedSeconds: 0, error: "Error: the record has no field 'aproval'" },
    },
  });
  servicenow.faults({ of: find, reads: ['list'] });
  servicenow.faults({ of: wait, polls: ['get'] });
});
