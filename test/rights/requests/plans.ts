import type { Permission } from '@slipway/domain/model';
import type { RestClient } from '../../harness/rest/rest-client.ts';
import type { CreateObject, MatrixRequest, MatrixRequests, ObjectIds } from '../matrix-request.ts';

type ObjectWithId = { readonly id: string };

const idOf = async (made: Promise<ObjectWithId>): Promise<string> => (await made).id;
let made = 0;
/** Returns unique titles and keys. */
export const uniqueName = (): string => {
  made += 1;
  return `fresh${made}`;
};

const variable = () => ({ key: uniqueName(), type: 'StringVariable', value: 'a' });
const newVariable =
  (owner: (ids: ObjectIds) => string): CreateObject =>
  (admin, ids) =>
    idOf(admin.post(`${owner(ids)}/variables`, variable()));
const ofRelease = newVariable(({ release }) => `/releases/${release}`);
const ofTemplate = newVariable(({ template }) => `/templates/${template}`);
const newTemplate: CreateObject = (admin: RestClient, { folder }) =>
  idOf(admin.post(`/templates?folderId=${folder}`, { title: uniqueName() }));
/** A template with two versions. */
const changedTemplate: CreateObject = async (admin, ids) => {
  const id = await newTemplate(admin, ids);
  await admin.put(`/templates/${id}`, { description: 'changed' });
  return id;
};
const newPhase: CreateObject = (admin, { release }) =>
  idOf(admin.post(`/phases/${release}/phase`, { title: uniqueName() }));
/** New tasks with fields that need a permission of their own, by this permission on releases. */
const extraPermissionFields: readonly (readonly [Permission, object])[] = [
  ['release#edit_precondition', { precondition: 'True' }],
  ['release#edit_failure_handler', { taskFailureHandlerEnabled: true, taskRecoverOp: 'SKIP_TASK' }],
  ['release#lock_task', { locked: true }],
];
const taskWithPrecondition = () => ({ title: uniqueName(), precondition: 'True' });

/** The value of a variable in a running user input task. */
const ofRunningTask: MatrixRequest = {
  as: 'that a running task lists',
  path: ({ askedVariable }) => ({ variableId: askedVariable }),
  body: () => ({ value: uniqueName() }),
  rule: { anyOf: ['release#edit', 'release#task_transition', 'release#edit_task'], kind: 'task', participant: true },
};

const laterPhasePath = (ids: ObjectIds) => ({ phaseId: ids.later });

/** Requests for releases, templates, phases and their variables. */
export const planRequests: MatrixRequests = {
  'POST /templates': [
    {
      as: 'in a folder',
      query: ({ folder }) => `folderId=${folder}`,
      body: () => ({ title: uniqueName() }),
      rule: { kind: 'folder', anyOf: ['template#edit'], sees: 'folder#view' },
    },
    { as: 'at the top', body: () => ({ title: uniqueName() }), rule: { anyOf: ['template#create'], sees: null } },
  ],
  'POST /templates/import': [
    {
      as: 'into a folder',
      query: ({ folder }) => `folderId=${folder}`,
      body: () => [{ title: uniqueName() }],
      rule: { kind: 'folder', anyOf: ['template#edit'], sees: 'folder#view' },
    },
    { as: 'to the top', body: () => [{ title: uniqueName() }], rule: { anyOf: ['template#create'], sees: null } },
  ],
  'PUT /templates/{templateId}': [
    { body: () => ({ description: uniqueName() }) },
    {
      as: 'with a new task that has a precondition',
      body: () => ({ phases: [{ title: uniqueName(), tasks: [taskWithPrecondition()] }] }),
      fresh: { templateId: newTemplate },
      rule: { anyOf: ['template#edit'], also: ['template#edit_precondition'] },
    },
  ],
  'POST /templates/{templateId}/versions/{versionNumber}/restore': {
    path: () => ({ versionNumber: '1' }),
    fresh: { templateId: changedTemplate },
  },
  'DELETE /templates/{templateId}': { fresh: { templateId: newTemplate } },
  'POST /templates/{templateId}/create': {
    body: () => ({ releaseTitle: uniqueName() }),
    rule: { anyOf: ['template#create_release', 'release#create'] },
  },
  'POST /templates/{templateId}/start': {
    body: () => ({ releaseTitle: uniqueName() }),
    rule: { anyOf: ['template#create_release', 'release#create'], also: ['release#start'] },
  },
  'POST /templates/{templateId}/copy': {
    body: () => ({ title: uniqueName() }),
    rule: { anyOf: ['template#edit'], also: ['template#view'] },
  },
  'POST /templates/{templateId}/teams': { body: () => [{ teamName: 'one' }] },
  'POST /releases/{releaseId}/teams': { body: () => [{ teamName: 'one' }] },
  'PUT /releases/{releaseId}': { body: () => ({ description: uniqueName() }) },
  'DELETE /releases/{releaseId}': {},
  'POST /releases/{releaseId}/start': {},
  'POST /releases/{releaseId}/abort': { path: ({ over }) => ({ releaseId: over }), body: () => ({}) },
  'POST /releases/{releaseId}/resume': {},
  'POST /releases/{releaseId}/restart': {
    query: ({ phase }) => `fromPhaseId=${phase}`,
    path: ({ over }) => ({ releaseId: over }),
  },
  'POST /releases/{releaseId}/variables': { body: variable },
  'PUT /releases/{releaseId}/variables': { body: () => [{ key: 'a' }, { key: 'a' }] },
  'PUT /releases/{variableId}': [{ body: () => ({ value: uniqueName() }) }, ofRunningTask],
  'PUT /variables/{variableId}': [{ body: () => ({ value: uniqueName() }) }, ofRunningTask],
  'PUT /releases/{releaseId}/variables/{variableId}': { body: () => ({ value: uniqueName() }) },
  // Without a form or with an unknown file the request is refused after the permission check.
  'POST /releases/{releaseId}/attachments': { body: () => ({}) },
  'DELETE /releases/{releaseId}/attachments/{attachmentId}': { misses: 'attachment' },
  'DELETE /releases/{variableId}': { fresh: { variableId: ofRelease } },
  'POST /releases/{variableId}/replace': { body: () => ({ value: uniqueName() }) },
  'POST /templates/{templateId}/variables': { body: variable },
  'PUT /templates/{templateId}/variables': { body: () => [{ key: 'a' }, { key: 'a' }] },
  'PUT /templates/{variableId}': { body: () => ({ value: uniqueName() }) },
  'DELETE /templates/{variableId}': { fresh: { variableId: ofTemplate } },
  'POST /templates/{variableId}/replace': { body: () => ({ value: uniqueName() }) },
  'POST /phases/{releaseId}/phase': [
    { body: () => ({ title: uniqueName() }) },
    {
      as: 'with a task that has a precondition',
      body: () => ({ title: uniqueName(), tasks: [taskWithPrecondition()] }),
      rule: { also: ['release#edit_precondition'] },
    },
  ],
  'POST /phases/{phaseId}/copy': { path: laterPhasePath, query: () => 'targetPosition=99' },
  'PUT /phases/{phaseId}': [
    { path: laterPhasePath, body: () => ({ description: uniqueName() }) },
    {
      as: 'with a new task that has a precondition',
      path: laterPhasePath,
      body: () => ({ tasks: [taskWithPrecondition()] }),
      fresh: { phaseId: newPhase },
      rule: { also: ['release#edit_precondition'] },
    },
  ],
  'DELETE /phases/{phaseId}': { fresh: { phaseId: newPhase } },
  'POST /phases/{phaseId}/move': { path: laterPhasePath, query: () => 'targetPosition=1' },
  'POST /phases/{phaseId}/tasks': [
    { path: laterPhasePath, body: () => ({ title: uniqueName() }) },
    ...extraPermissionFields.map(([permission, fields]) => ({
      as: Object.keys(fields).join(' '),
      path: laterPhasePath,
      body: () => ({ title: uniqueName(), ...fields }),
      rule: { also: [permission] },
    })),
  ],
  'POST /tasks/{groupId}/tasks': [
    { path: ({ group }) => ({ groupId: group }), body: () => ({ title: uniqueName() }) },
    { as: 'in a phase', path: ({ later }) => ({ groupId: later }), body: () => ({ title: uniqueName() }) },
  ],
};
