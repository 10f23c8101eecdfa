import { describe, expect, test } from 'vitest';
import { handle } from '../commands/handle.ts';
import { creatorKey, type World } from '../decision/env.ts';
import type { Caller } from '../decision/inputs.ts';
import { blankCreation, type Creation } from '../model/own-fields.ts';
import type { Permission } from '../model/permissions.ts';
import type { Release } from '../model/release.ts';
import { around, made, making, template } from '../testing/creations.ts';
import { say } from '../testing/examples.ts';
import { caller, command, decided, env, everybody, finished, log, once, task, variable } from '../testing/inputs.ts';
import { plan, show } from '../testing/notation.ts';

describe('a create-release task', () => {
  test('makes its release, starts it and completes, in one decision', () => {
    const outcome = made(making({}));
    expect(show(outcome.release)).toBe('IN_PROGRESS Ship: a+ make+ b>');
    expect(outcome.created.map((child) => show(child.release))).toEqual(['IN_PROGRESS Work: x> y.']);
    expect(outcome.created[0]?.release).toMatchObject({
      title: 'Child',
      owner: 'amy',
      depth: 1,
      folderId: 'Folder1',
      originTemplateId: 'Releasework',
      startedFromTaskId: 'Taskmake',
      tags: ['t'],
    });
    expect(outcome.created[0] && log(outcome.created[0]).map((line) => line.split(' ')[0])).toEqual([
      'RELEASE_CREATED_FROM_CREATE_RELEASE_TASK',
      'RELEASE_STARTED_FROM_CREATE_RELEASE_TASK',
      'PHASE_STARTED',
      'TASK_STARTED',
    ]);
    expect(task(outcome.release, 'make').run.createdReleaseId).toBe(outcome.created[0]?.release.id);
  });

  test('leaves it planned if requested; the user who starts it later is logged', () => {
    const outcome = made(making({ startRelease: false }), around({ runningCreated: 100 }));
    const [child] = outcome.created;
    expect(child && show(child.release)).toBe('PLANNED Work: x. y.');
    expect(child && log(decided(child.release, say('start')))[0]).toMatch(/^RELEASE_STARTED /);
  });

  test('stores the new id in the requested variable', () => {
    const variables = [variable('child', null, { requiresValue: false }), variable('other', 'o')];
    const world = around({ folders: new Map([['Folder1', 'Applications/Folder1']]) });
    for (const createdReleaseId of ['${child}', 'child']) {
      const outcome = made(making({ createdReleaseId }, { variables }), world);
      expect(outcome.release.variables.map(({ value }) => value)).toEqual([
        `Applications/Folder1/${outcome.created[0]?.release.id}`,
        'o',
      ]);
    }
    expect(made(making({ createdReleaseId: '${nobody}' }, { variables })).release.variables).toBe(variables);
  });

  test('fills its fields with the values of variables', () => {
    const variables = [variable('v', '1.0'), variable('which', 'Releasework'), variable('where', 'Folder2')];
    const creation: Partial<Creation> = {
      newReleaseTitle: 'Child ${v}',
      templateId: '${which}',
      folderId: '${where}',
      releaseTags: ['${v}', 't'],
    };
    const uses = { uses: { creation: ['v', 'which', 'where'] } };
    const world = around({ folders: new Map([['Folder2', 'Applications/Folder2']]) });
    const { created } = made(making(creation, { variables, task: { make: uses } }), world);
    expect(created[0]?.release).toMatchObject({ title: 'Child 1.0', folderId: 'Folder2', tags: ['t', '1.0'] });
  });

  test('takes fields from variables by variableMapping', () => {
    const variables = [variable('title', 'Mapped'), variable('go', false, { type: 'BooleanVariable' })];
    const variableMapping = { newReleaseTitle: '${title}', startRelease: '${go}' };
    const { created } = made(making({}, { variables, task: { make: { variableMapping } } }));
    expect(created.map(({ release }) => [release.title, release.status])).toEqual([['Mapped', 'PLANNED']]);
    const on = [variable('title', 'Mapped'), variable('go', true, { type: 'BooleanVariable' })];
    const going = made(making({ startRelease: false }, { variables: on, task: { make: { variableMapping } } }));
    expect(going.created[0]?.release.status).toBe('IN_PROGRESS');
  });

  test.each([
    [undefined, template.riskProfile],
    [null, template.riskProfile],
    ['Configuration/riskProfiles/RiskProfileOwn', 'Configuration/riskProfiles/RiskProfileOwn'],
  ])('gives the new release its risk profile: %s', (riskProfile, expected) => {
    const riskProfiles = new Map([['riskprofileown', { version: 1, scores: null }]]);
    const { created } = made(making(riskProfile === undefined ? {} : { riskProfile }), around({ riskProfiles }));
    expect(created[0]?.release.riskProfile).toBe(expected);
  });

  test.each<readonly [string, Partial<Creation>, string]>([
    ['no template', { templateId: null }, 'No template is chosen.'],
    ['a blank template', { templateId: ' ' }, 'No template is chosen.'],
    ['a path of titles without a template', { templateId: ' Team A/Work ' }, "There is no template 'Team A/Work'."],
    ['a template that is gone', { templateId: 'Applications/Releasegone' }, "There is no template 'Releasegone'."],
    ['no title', { newReleaseTitle: ' ' }, 'The title of the new release is empty.'],
    ['a blank folder', { folderId: ' ' }, 'The folder for the new release does not exist.'],
    [
      'a path of titles without a folder',
      { folderId: 'Team A/Gone' },
      'The folder for the new release does not exist.',
    ],
    ['a folder that is gone', { folderId: 'Folder9' }, 'The folder for the new release does not exist.'],
  ])('fails with %s', (_, creation, reason) => {
    const folders = new Map([
      ['Folder9', null],
      ['Team A/Gone', null],
    ]);
    const templates = new Map([
      ['Releasework', template],
      ['Releasegone', null],
      ['Team A/Work', null],
    ]);
    const outcome = made(making(creation), around({ folders, templates }));
    expect(show(outcome.release)).toBe('FAILED Ship: a+ make! b.');
    expect(outcome.comments.map(({ text }) => text)).toEqual([reason]);
    expect(outcome.created).toEqual([]);
  });

  test('fails without a template', () => {
    const blank = plan('Ship: a> make.', { task: { make: { type: 'CreateReleaseTask', creation: null } } });
    expect(made(blank).comments.map(({ text }) => text)).toEqual(['No template is chosen.']);
  });

  test('makes it in the top folder when that is named', () => {
    expect(made(making({ folderId: 'Applications' })).created[0]?.release.folderId).toBe('Applications');
  });

  test('fails when a required variable of the template has no value', () => {
    const world = around({ templates: new Map([['Releasework', { ...template, variables: [variable('v')] }]]) });
    const outcome = made(making({}), world);
    expect(outcome.comments.map(({ text }) => text)).toEqual(['variables: a value is required for v']);
    expect(show(outcome.release)).toBe('FAILED Ship: a+ make! b.');
  });

  test('fails when a list of the template does not offer a value', () => {
    const listed = variable('v', 'test', { valueProvider: { variable: 'global.stages' } });
    const stages = variable('global.stages', ['test', 'live'], { type: 'ListStringVariable' });
    const world = around({
      templates: new Map([['Releasework', { ...template, variables: [listed] }]]),
      variablesOf: new Map([[template.folderId, new Map([['global.stages', stages]])]]),
    });
    const giving = (value: string) => making({ templateVariables: [variable('v', value)] });
    expect(made(giving('prod'), world).comments.map(({ text }) => text)).toEqual([
      "variables.v: 'prod' is not one of the values that its list offers",
    ]);
    expect(made(giving('live'), world).created[0]?.release.variables[0]?.value).toBe('live');
  });

  test('creates it for the system without a user, and names the owner of its own release', () => {
    const release = making({}, { task: { make: { hasPrecondition: true } } });
    const { created } = decided(once(release, around(), say('complete a')), finished('n1', true), around());
    expect(created.map(({ release: child, entries }) => [child.owner, entries[0]?.username])).toEqual([
      ['amy', 'SYSTEM'],
    ]);
    const orphan = decided(
      once({ ...release, owner: null }, around(), say('complete a')),
      finished('n1', true),
      around(),
    );
    expect(orphan.created[0]?.release.owner).toBe('SYSTEM');
  });

  test('does not take an error of ours for a refusal', () => {
    const broken = {
      ...template,
      get variables(): never {
        throw new TypeError('ours');
      },
    };
    expect(() => made(making({}), around({ templates: new Map([['Releasework', broken]]) }))).toThrow(TypeError);
  });

  test('is retried with corrected values', () => {
    const failed = made(making({ templateId: null })).release;
    const mend = command({
      type: 'updateTask',
      taskId: 'Taskmake',
      patch: { creation: { ...blankCreation, newReleaseTitle: 'C', templateId: 'Releasework' } },
    });
    expect(show(once(failed, around(), mend, say('retry make')))).toBe('IN_PROGRESS Ship: a+ make+ b>');
  });

  test('requests the template, the folder and the capacity', () => {
    const asks = (release: Release, world: World) => {
      const decision = handle(release, say('complete a'), env({ world }));
      return decision.kind === 'wants' ? decision.wants : 'decided';
    };
    expect(asks(making({}), {})).toEqual([{ kind: 'runningCreated' }]);
    expect(asks(making({}), { runningCreated: 0 })).toEqual([{ kind: 'template', id: 'Releasework' }]);
    const known = { runningCreated: 0, creators: everybody, templates: new Map([['Releasework', template]]) };
    expect(asks(making({ folderId: 'Folder2' }), known)).toEqual([{ kind: 'folder', id: 'Folder2' }]);
    expect(asks(making({}), known)).toBe('decided');
  });
});

describe('a create-release task makes its release as the user whom its own one runs as', () => {
  const holding = (...permissions: readonly Permission[]): Caller => ({
    ...caller('rob'),
    may: (permission) => permissions.includes(permission),
  });
  const asRob = making({}, { scriptUsername: 'rob' });
  const key = creatorKey({
    username: 'rob',
    tokenId: null,
    releaseId: asRob.id,
    template: { id: 'Releasework', folderId: 'Folder1' },
    folderId: 'Folder1',
  });
  const failure = (by: Caller) =>
    made(asRob, around({ creators: new Map([[key, { caller: by, there: by }]]) })).comments.map(({ text }) => text);

  test('its run-as user becomes the run-as user of the new release, without a password of the template', () => {
    const by = holding('template#create_release', 'release#start');
    const [child] = made(asRob, around({ creators: new Map([[key, { caller: by, there: by }]]) })).created;
    expect(child?.release.scriptUsername).toBe('rob');
    expect(child?.release.passive).toMatchObject({ changes: { scriptUserPassword: null } });
  });

  test('its run-as user needs the permission to create and start it; otherwise the task fails with the reason', () => {
    const why = "User 'rob', as whom this release runs, may not make the new one: ";
    expect(failure(holding('template#create_release', 'folder#view'))).toEqual([
      `${why}Permission release#start on APPLICATIONS on Folder1 is not granted to you.`,
    ]);
    expect(failure(holding('template#create_release'))).toEqual(["There is no template 'Releasework'."]);
    expect(failure(holding())).toEqual(["There is no template 'Releasework'."]);
  });

  test('and fails without one', () => {
    const template = { id: 'Releasework', folderId: 'Folder1' };
    const none = creatorKey({ username: null, tokenId: null, releaseId: 'Release1', template, folderId: 'Folder1' });
    expect(made(making({}), around({ creators: new Map([[none, null]]) })).comments.map(({ text }) => text)).toEqual([
      'The release has no scriptUsername: as that user the new release would be made.',
    ]);
  });
  test('by the token by which its own one runs, unless that is over', () => {
    const parent = making({}, { scriptUsername: 'rob', scriptTokenId: 'Token1' });
    const template = { id: 'Releasework', folderId: 'Folder1' };
    const byToken = creatorKey({ username: 'rob', tokenId: 'Token1', releaseId: 'x', template, folderId: 'Folder1' });
    const by = holding('template#create_release', 'release#start');
    const [child] = made(parent, around({ creators: new Map([[byToken, { caller: by, there: by }]]) })).created;
    expect(child?.release).toMatchObject({ scriptUsername: 'rob', scriptTokenId: 'Token1' });
    const over = made(parent, around({ creators: new Map([[byToken, 'expired' as const]]) }));
    expect(over.created).toEqual([]);
    expect(over.comments.map(({ text }) => text)).toEqual(['The token that its scripts run by has expired.']);
  });
});
