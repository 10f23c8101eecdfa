import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';
import { createRelease, createTemplate, startRelease } from '../harness/rest/plans.ts';
import type { Release, Task, Variable } from '../harness/rest/response-types.ts';
import { aDate, idBelow } from './matchers.ts';

// rest-api.md, section Resources and their fields: Comment, Team, Variable, Paged group, gaps
const { rest } = serve();

let template: Release;
beforeAll(async () => {
  template = await createTemplate(rest, {});
});

describe('a comment', () => {
  test.each([
    ['id', idBelow('Applications/Release[0-9a-f]{32}/Phase[0-9a-f]{32}', 'Task', 'Comment')],
    ['type', 'rel.Comment'],
    ['text', 'Well done, 世界'],
    ['author', 'admin'],
    ['date', aDate],
    ['creationDate', aDate],
  ])('has %s', async (field, expected) => {
    const { phases } = await startRelease(rest, { Build: ['work'] });
    const { comments } = await rest.post<Task>(`/tasks/${phases[0]?.tasks[0]?.id}/comment`, {
      comment: 'Well done, 世界',
    });
    expect(comments).toHaveLength(1);
    expect(Object.keys(comments[0]!).toSorted()).toEqual(['author', 'creationDate', 'date', 'id', 'text', 'type']);
    expect(comments[0]).toHaveProperty(field, expected);
  });
});

describe('a team', () => {
  test.each([
    ['id', idBelow('Applications', 'Team')],
    ['type', 'rel.Team'],
    ['teamName', 'Template Owner'],
    ['members', ['admin']],
    ['roles', []],
    ['permissions', expect.arrayContaining(['template#edit'])],
  ])('has %s', (field, expected) => {
    const { teams } = template;
    expect(Object.keys(teams[0]!).toSorted()).toEqual(['id', 'members', 'permissions', 'roles', 'teamName', 'type']);
    expect(teams[0]).toHaveProperty(field, expected);
  });
});

describe('permission identifiers', () => {
  const permissionsByTeam = {
    'Template Owner': `template#edit template#lock_task template#view template#edit_triggers
      template#edit_precondition template#edit_security template#create_release template#edit_failure_handler`,
    'Release Admin': `release#edit release#view release#start release#abort release#edit_precondition
      release#task_transition release#edit_task_attachments release#reassign_task
      release#edit_task_input_output_properties release#edit_task_tags release#edit_security
      release#edit_task_description release#lock_task release#edit_blackout release#edit_failure_handler
      release#edit_task_script release#edit_task_configuration_facet release#edit_task_flag
      release#edit_task_dates release#edit_task`,
    'Folder Owner': `folder#view folder#edit folder#edit_variables folder#edit_configuration folder#edit_security
      folder#edit_notifications trigger#view_trigger trigger#edit_trigger dashboard#view dashboard#edit`,
  };
  test.each(
    Object.entries(permissionsByTeam).flatMap(([team, permissions]) =>
      permissions.split(/\s+/).map((permission): [string, string] => [permission, team]),
    ),
  )('%s is granted to the team %s', (permission, team) => {
    expect(template.teams.find(({ teamName }) => teamName === team)?.permissions).toContain(permission);
  });

  const later = `group#view group#edit group_definition#view
    group_definition#edit delivery#view delivery#edit delivery#edit_tracked_item
    delivery_pattern#view delivery_pattern#edit`;
  const unavailablePermissions = later
    .split(/\s+/)
    .map((permission): [string, string] => [permission, 'the issue of groups and deliveries']);
  test.each(unavailablePermissions)('%s belongs to %s, and no team has it yet', (permission) => {
    expect(template.teams.flatMap(({ permissions }) => permissions)).not.toContain(permission);
  });
});

describe('a variable', () => {
  const common = {
    id: idBelow('Applications', 'Release', 'Variable'),
    requiresValue: true,
    showOnReleaseStart: true,
    inherited: false,
    multiline: false,
  };
  /** Fields of newer objects of the family (rest-operations.md, more variable types). */
  const newer = {
    preventInterpolation: false,
  };
  test.each([
    ['rel.StringVariable', '1.0', '1.0'],
    ['rel.PasswordStringVariable', 'hidden', '********'],
    ['rel.ListStringVariable', ['a', 'b'], ['a', 'b']],
  ])('of type %s has every field', async (type, value, answered) => {
    const { variables } = await createTemplate(rest, {}, { variables: [{ type, key: 'it', value }] });
    expect(variables).toEqual([{ ...common, ...newer, type, key: 'it', value: answered }]);
  });

  test.each([
    ['rel.StringVariable', undefined],
    ['rel.PasswordStringVariable', undefined],
    ['rel.ListStringVariable', []],
  ])('of type %s without a value has %j', async (type, value) => {
    const { variables } = await createTemplate(rest, {}, { variables: [{ type, key: 'it' }] });
    expect(variables[0]?.value).toEqual(value);
  });

  test.each([
    ['requiresValue', false],
    ['showOnReleaseStart', false],
    ['inherited', true],
    ['multiline', true],
    ['label', 'It'],
    ['description', 'What it is'],
  ])('keeps %s', async (field, sent) => {
    const { variables } = await createTemplate(rest, {}, { variables: [{ key: 'it', [field]: sent }] });
    expect(variables[0]).toHaveProperty(field, sent);
  });

  test('a password is never visible in clear text', async () => {
    const secret = 'correct horse battery';
    const release = await createRelease(
      rest,
      { Build: ['with ${it}'] },
      { variables: [{ key: 'it', type: 'rel.PasswordStringVariable', value: secret }] },
    );
    const texts = await Promise.all(
      [`/releases/${release.id}`, `/releases/${release.id}/variables`, `/releases/${release.id}/variableValues`].map(
        async (path) => (await rest.send('GET', path)).text,
      ),
    );
    expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    expect((await rest.get<Variable[]>(`/releases/${release.id}/variables`))[0]?.value).toBe('********');
  });
});

describe('a paged group', () => {
  test.each([
    ['page', 0],
    ['size', 1],
    ['releases', [expect.objectContaining({ title: 'Paged releases' })]],
  ])('has %s', async (field, expected) => {
    const { id } = await createRelease(rest, {}, { title: `Paged ${field}` });
    await rest.put(`/releases/${id}`, { title: 'Paged releases', tags: [field] });
    const { live } = await rest.post<{ live: object }>('/releases/fullSearch', { tags: [field] });
    expect(Object.keys(live).toSorted()).toEqual(['page', 'releases', 'size']);
    expect(live).toHaveProperty(field, expected);
  });
});
