import type { Permission } from '@slipway/domain';
import type { Rest } from '../../harness/rest/rest.ts';
import type { Ask, Asks, Fresh, Things } from '../ask.ts';

type Ided = { readonly id: string };

const idOf = async (made: Promise<Ided>): Promise<string> => (await made).id;
let made = 0;
/** Titles and keys that nothing else has. */
export const fresh = (): string => {
  made += 1;
  return `fresh${made}`;
};

const variable = () => ({ key: fresh(), type: 'StringVariable', value: 'a' });
const newVariable =
  (owner: (things: Things) => string): Fresh =>
  (admin, things) =>
    idOf(admin.post(`${owner(things)}/variables`, variable()));
const ofRelease = newVariable(({ release }) => `/releases/${release}`);
const ofTemplate = newVariable(({ template }) => `/templates/${template}`);
const newTemplate: Fresh = (admin: Rest, { folder }) =>
  idOf(admin.post(`/templates?folderId=${folder}`, { title: fresh() }));
const newPhase: Fresh = (admin, { release }) => idOf(admin.post(`/phases/${release}/phase`, { title: fresh() }));
/** New tasks with something that takes a right of its own, by that right on releases. */
const apart: readonly (readonly [Permission, object])[] = [
  ['release#edit_precondition', { precondition: 'True' }],
  ['release#edit_failure_handler', { taskFailureHandlerEnabled: true, taskRecoverOp: 'SKIP_TASK' }],
  ['release#lock_task', { locked: true }],
];
const ahead = () => ({ title: fresh(), precondition: 'True' });

/** The value of a variable that a running task lists. */
const ofRunningTask: Ask = {
  as: 'that a running task lists',
  path: ({ askedVariable }) => ({ variableId: askedVariable }),
  body: () => ({ value: fresh() }),
  rule: { anyOf: ['release#edit', 'release#task_transition', 'release#edit_task'], kind: 'task', participant: true },
};

const inLater = (things: Things) => ({ phaseId: things.later });

/** Releases, templates, phases and variables of them. */
export const plans: Asks = {
  'POST /templates': [
    {
      as: 'in a folder',
      query: ({ folder }) => `folderId=${folder}`,
      body: () => ({ title: fresh() }),
      rule: { kind: 'folder', anyOf: ['template#edit'], sees: 'folder#view' },
    },
    { as: 'at the top', body: () => ({ title: fresh() }), rule: { anyOf: ['template#create'], sees: null } },
  ],
  'POST /templates/import': [
    {
      as: 'into a folder',
      query: ({ folder }) => `folderId=${folder}`,
      body: () => [{ title: fresh() }],
      rule: { kind: 'folder', anyOf: ['template#edit'], sees: 'folder#view' },
    },
    { as: 'to the top', body: () => [{ title: fresh() }], rule: { anyOf: ['template#create'], sees: null } },
  ],
  'PUT /templates/{templateId}': [
    { body: () => ({ description: fresh() }) },
    {
      as: 'with a new task that has a precondition',
      body: () => ({ phases: [{ title: fresh(), tasks: [ahead()] }] }),
      fresh: { templateId: newTemplate },
      rule: { anyOf: ['template#edit'], also: ['template#edit_precondition'] },
    },
  ],
  'DELETE /templates/{templateId}': { fresh: { templateId: newTemplate } },
  'POST /templates/{templateId}/create': {
    body: () => ({ releaseTitle: fresh() }),
    rule: { anyOf: ['template#create_release', 'release#create'] },
  },
  'POST /templates/{templateId}/start': {
    body: () => ({ releaseTitle: fresh() }),
    rule: { anyOf: ['template#create_release', 'release#create'], also: ['release#start'] },
  },
  'POST /templates/{templateId}/copy': {
    body: () => ({ title: fresh() }),
    rule: { anyOf: ['template#edit'], also: ['template#view'] },
  },
  'POST /templates/{templateId}/teams': { body: () => [{ teamName: 'one' }] },
  'POST /releases/{releaseId}/teams': { body: () => [{ teamName: 'one' }] },
  'PUT /releases/{releaseId}': { body: () => ({ description: fresh() }) },
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
  'PUT /releases/{variableId}': [{ body: () => ({ value: fresh() }) }, ofRunningTask],
  'PUT /variables/{variableId}': [{ body: () => ({ value: fresh() }) }, ofRunningTask],
  'PUT /releases/{releaseId}/variables/{variableId}': { body: () => ({ value: fresh() }) },
  // No form, or no such file: refused after the check of the permission
  'POST /releases/{releaseId}/attachments': { body: () => ({}) },
  'DELETE /releases/{releaseId}/attachments/{attachmentId}': { misses: 'attachment' },
  'DELETE /releases/{variableId}': { fresh: { variableId: ofRelease } },
  'POST /releases/{variableId}/replace': { body: () => ({ value: fresh() }) },
  'POST /templates/{templateId}/variables': { body: variable },
  'PUT /templates/{templateId}/variables': { body: () => [{ key: 'a' }, { key: 'a' }] },
  'PUT /templates/{variableId}': { body: () => ({ value: fresh() }) },
  'DELETE /templates/{variableId}': { fresh: { variableId: ofTemplate } },
  'POST /templates/{variableId}/replace': { body: () => ({ value: fresh() }) },
  'POST /phases/{releaseId}/phase': [
    { body: () => ({ title: fresh() }) },
    {
      as: 'with a task that has a precondition',
      body: () => ({ title: fresh(), tasks: [ahead()] }),
      rule: { also: ['release#edit_precondition'] },
    },
  ],
  'POST /phases/{phaseId}/copy': { path: inLater, query: () => 'targetPosition=99' },
  'PUT /phases/{phaseId}': [
    { path: inLater, body: () => ({ description: fresh() }) },
    {
      as: 'with a new task that has a precondition',
      path: inLater,
      body: () => ({ tasks: [ahead()] }),
      fresh: { phaseId: newPhase },
      rule: { also: ['release#edit_precondition'] },
    },
  ],
  'DELETE /phases/{phaseId}': { fresh: { phaseId: newPhase } },
  'POST /phases/{phaseId}/move': { path: inLater, query: () => 'targetPosition=1' },
  'POST /phases/{phaseId}/tasks': [
    { path: inLater, body: () => ({ title: fresh() }) },
    ...apart.map(([permission, fields]) => ({
      as: Object.keys(fields).join(' '),
      path: inLater,
      body: () => ({ title: fresh(), ...fields }),
      rule: { also: [permission] },
    })),
  ],
  'POST /tasks/{groupId}/tasks': [
    { path: ({ group }) => ({ groupId: group }), body: () => ({ title: fresh() }) },
    { as: 'in a phase', path: ({ later }) => ({ groupId: later }), body: () => ({ title: fresh() }) },
  ],
};
