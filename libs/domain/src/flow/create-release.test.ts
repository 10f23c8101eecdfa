import { describe, expect, test } from 'vitest';
import { handle } from '../commands/handle.ts';
import { creatorKey, type DecisionData } from '../decision/env.ts';
import type { Caller } from '../decision/inputs.ts';
import type { Permission } from '../model/catalogs/permissions.ts';
import { blankCreation, type Creation } from '../model/own-fields.ts';
import type { Release } from '../model/release.ts';
import { completeFirstTask, releaseCreating, template, templateEnv } from '../testing/creations.ts';
import { parseInput } from '../testing/examples.ts';
import {
  allCreators,
  applyInputs,
  caller,
  command,
  decide,
  env,
  finished,
  log,
  task,
  variable,
} from '../testing/inputs.ts';
import { formatPlan, plan } from '../testing/notation.ts';

describe('a create-release task', () => {
  test('creates its release, starts it and completes in one decision', () => {
    const outcome = completeFirstTask(releaseCreating({}));
    expect(formatPlan(outcome.release)).toBe('IN_PROGRESS Ship: a+ make+ b>');
    expect(outcome.created.map((child) => formatPlan(child.release))).toEqual(['IN_PROGRESS Work: x> y.']);
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

  test('leaves the release planned if requested; the user who starts it later is logged', () => {
    const outcome = completeFirstTask(releaseCreating({ startRelease: false }), templateEnv({ runningCreated: 100 }));
    const [child] = outcome.created;
    expect(child && formatPlan(child.release)).toBe('PLANNED Work: x. y.');
    expect(child && log(decide(child.release, parseInput('start')))[0]).toMatch(/^RELEASE_STARTED /);
  });

  test('stores the new id in the requested variable', () => {
    const variables = [variable('child', null, { requiresValue: false }), variable('other', 'o')];
    const environment = templateEnv({ folders: new Map([['Folder1', 'Applications/Folder1']]) });
    for (const createdReleaseId of ['${child}', 'child']) {
      const outcome = completeFirstTask(releaseCreating({ createdReleaseId }, { variables }), environment);
      expect(outcome.release.variables.map(({ value }) => value)).toEqual([
        `Applications/Folder1/${outcome.created[0]?.release.id}`,
        'o',
      ]);
    }
    expect(completeFirstTask(releaseCreating({ createdReleaseId: '${nobody}' }, { variables })).release.variables).toBe(
      variables,
    );
  });

  test('replaces the placeholders in its fields', () => {
    const variables = [variable('v', '1.0'), variable('which', 'Releasework'), variable('where', 'Folder2')];
    const creation: Partial<Creation> = {
      newReleaseTitle: 'Child ${v}',
      templateId: '${which}',
      folderId: '${where}',
      releaseTags: ['${v}', 't'],
    };
    const uses = { uses: { creation: ['v', 'which', 'where'] } };
    const environment = templateEnv({ folders: new Map([['Folder2', 'Applications/Folder2']]) });
    const { created } = completeFirstTask(releaseCreating(creation, { variables, task: { make: uses } }), environment);
    expect(created[0]?.release).toMatchObject({ title: 'Child 1.0', folderId: 'Folder2', tags: ['t', '1.0'] });
  });

  test('takes fields from variables by variableMapping', () => {
    const variables = [variable('title', 'Mapped'), variable('go', false, { type: 'BooleanVariable' })];
    const variableMapping = { newReleaseTitle: '${title}', startRelease: '${go}' };
    const { created } = completeFirstTask(releaseCreating({}, { variables, task: { make: { variableMapping } } }));
    expect(created.map(({ release }) => [release.title, release.status])).toEqual([['Mapped', 'PLANNED']]);
    const on = [variable('title', 'Mapped'), variable('go', true, { type: 'BooleanVariable' })];
    const going = completeFirstTask(
      releaseCreating({ startRelease: false }, { variables: on, task: { make: { variableMapping } } }),
    );
    expect(going.created[0]?.release.status).toBe('IN_PROGRESS');
  });

  test.each([
    [undefined, template.riskProfile],
    [null, template.riskProfile],
    ['Configuration/riskProfiles/RiskProfileOwn', 'Configuration/riskProfiles/RiskProfileOwn'],
  ])('gives the new release its risk profile: %s', (riskProfile, expected) => {
    const riskProfiles = new Map([['riskprofileown', { version: 1, scores: null }]]);
    const { created } = completeFirstTask(
      releaseCreating(riskProfile === undefined ? {} : { riskProfile }),
      templateEnv({ riskProfiles }),
    );
    expect(created[0]?.release.riskProfile).toBe(expected);
  });

  test.each<readonly [string, Partial<Creation>, string]>([
    ['no template', { templateId: null }, 'No template is selected.'],
    ['a blank template', { templateId: ' ' }, 'No template is selected.'],
    ['a path of titles without a template', { templateId: ' Team A/Work ' }, "There is no template 'Team A/Work'."],
    ['a deleted template', { templateId: 'Applications/Releasegone' }, "There is no template 'Releasegone'."],
    ['no title', { newReleaseTitle: ' ' }, 'The title of the new release is empty.'],
    ['a blank folder', { folderId: ' ' }, 'The folder for the new release does not exist.'],
    [
      'a path of titles without a folder',
      { folderId: 'Team A/Gone' },
      'The folder for the new release does not exist.',
    ],
    ['a deleted folder', { folderId: 'Folder9' }, 'The folder for the new release does not exist.'],
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
    const outcome = completeFirstTask(releaseCreating(creation), templateEnv({ folders, templates }));
    expect(formatPlan(outcome.release)).toBe('FAILED Ship: a+ make! b.');
    expect(outcome.comments.map(({ text }) => text)).toEqual([reason]);
    expect(outcome.created).toEqual([]);
  });

  test('fails without a template', () => {
    const blank = plan('Ship: a> make.', { task: { make: { type: 'CreateReleaseTask', creation: null } } });
    expect(completeFirstTask(blank).comments.map(({ text }) => text)).toEqual(['No template is selected.']);
  });

  test('creates the release at the top level if the root folder is set', () => {
    expect(completeFirstTask(releaseCreating({ folderId: 'Applications' })).created[0]?.release.folderId).toBe(
      'Applications',
    );
  });

  test('fails if a required variable of the template has no value', () => {
    const environment = templateEnv({
      templates: new Map([['Releasework', { ...template, variables: [variable('v')] }]]),
    });
    const outcome = completeFirstTask(releaseCreating({}), environment);
    expect(outcome.comments.map(({ text }) => text)).toEqual(['variables: a value is required for v']);
    expect(formatPlan(outcome.release)).toBe('FAILED Ship: a+ make! b.');
  });

  test('fails if a value is not in the list of the template', () => {
    const listed = variable('v', 'test', { valueProvider: { variable: 'global.stages' } });
    const stages = variable('global.stages', ['test', 'live'], { type: 'ListStringVariable' });
    const environment = templateEnv({
      templates: new Map([['Releasework', { ...template, variables: [listed] }]]),
      variablesOf: new Map([[template.folderId, new Map([['global.stages', stages]])]]),
    });
    const releaseWithValue = (value: string) => releaseCreating({ templateVariables: [variable('v', value)] });
    expect(completeFirstTask(releaseWithValue('prod'), environment).comments.map(({ text }) => text)).toEqual([
      "variables.v: 'prod' is not in the list of allowed values",
    ]);
    expect(completeFirstTask(releaseWithValue('live'), environment).created[0]?.release.variables[0]?.value).toBe(
      'live',
    );
  });

  test('logs the system as the creator after a script, and sets the owner of the parent release', () => {
    const release = releaseCreating({}, { task: { make: { hasPrecondition: true } } });
    const { created } = decide(
      applyInputs(release, templateEnv(), parseInput('complete a')),
      finished('n1', true),
      templateEnv(),
    );
    expect(created.map(({ release: child, entries }) => [child.owner, entries[0]?.username])).toEqual([
      ['amy', 'SYSTEM'],
    ]);
    const withoutRunAs = decide(
      applyInputs({ ...release, owner: null }, templateEnv(), parseInput('complete a')),
      finished('n1', true),
      templateEnv(),
    );
    expect(withoutRunAs.created[0]?.release.owner).toBe('SYSTEM');
  });

  test('does not convert a program error to a failure', () => {
    const invalidCreations = {
      ...template,
      get variables(): never {
        throw new TypeError('ours');
      },
    };
    expect(() =>
      completeFirstTask(releaseCreating({}), templateEnv({ templates: new Map([['Releasework', invalidCreations]]) })),
    ).toThrow(TypeError);
  });

  test('can be retried with corrected values', () => {
    const failed = completeFirstTask(releaseCreating({ templateId: null })).release;
    const setRunAs = command({
      type: 'updateTask',
      taskId: 'Taskmake',
      patch: { creation: { ...blankCreation, newReleaseTitle: 'C', templateId: 'Releasework' } },
    });
    expect(formatPlan(applyInputs(failed, templateEnv(), setRunAs, parseInput('retry make')))).toBe(
      'IN_PROGRESS Ship: a+ make+ b>',
    );
  });

  test('requires the template, the folder and the capacity as data', () => {
    const requirementsOf = (release: Release, environment: DecisionData) => {
      const decision = handle(release, parseInput('complete a'), env({ data: environment }));
      return decision.kind === 'missingData' ? decision.requirements : 'decided';
    };
    expect(requirementsOf(releaseCreating({}), {})).toEqual([{ kind: 'runningCreated' }]);
    expect(requirementsOf(releaseCreating({}), { runningCreated: 0 })).toEqual([
      { kind: 'template', id: 'Releasework' },
    ]);
    const baseData = { runningCreated: 0, creators: allCreators, templates: new Map([['Releasework', template]]) };
    expect(requirementsOf(releaseCreating({ folderId: 'Folder2' }), baseData)).toEqual([
      { kind: 'folder', id: 'Folder2' },
    ]);
    expect(requirementsOf(releaseCreating({}), baseData)).toBe('decided');
  });
});

describe('the run-as user of a create-release task', () => {
  const callerWith = (...permissions: readonly Permission[]): Caller => ({
    ...caller('rob'),
    may: (permission) => permissions.includes(permission),
  });
  const asRob = releaseCreating({}, { scriptUsername: 'rob' });
  const key = creatorKey({
    username: 'rob',
    tokenId: null,
    releaseId: asRob.id,
    template: { id: 'Releasework', folderId: 'Folder1' },
    folderId: 'Folder1',
  });
  const failure = (by: Caller) =>
    completeFirstTask(
      asRob,
      templateEnv({ creators: new Map([[key, { caller: by, callerAtTarget: by }]]) }),
    ).comments.map(({ text }) => text);

  test('becomes the run-as user of the new release, without a password of the template', () => {
    const by = callerWith('template#create_release', 'release#start');
    const [child] = completeFirstTask(
      asRob,
      templateEnv({ creators: new Map([[key, { caller: by, callerAtTarget: by }]]) }),
    ).created;
    expect(child?.release.scriptUsername).toBe('rob');
    expect(child?.release.passive).toMatchObject({ changes: { scriptUserPassword: null } });
  });

  test('needs the permission to create and start the release; otherwise the task fails with the reason', () => {
    const message = "The run-as user 'rob' of this release cannot create the new release: ";
    expect(failure(callerWith('template#create_release', 'folder#view'))).toEqual([
      `${message}Permission release#start on APPLICATIONS on Folder1 is not granted to you.`,
    ]);
    expect(failure(callerWith('template#create_release'))).toEqual(["There is no template 'Releasework'."]);
    expect(failure(callerWith())).toEqual(["There is no template 'Releasework'."]);
  });

  test('is required; otherwise the task fails', () => {
    const template = { id: 'Releasework', folderId: 'Folder1' };
    const none = creatorKey({ username: null, tokenId: null, releaseId: 'Release1', template, folderId: 'Folder1' });
    expect(
      completeFirstTask(releaseCreating({}), templateEnv({ creators: new Map([[none, null]]) })).comments.map(
        ({ text }) => text,
      ),
    ).toEqual(['The release has no scriptUsername: set it to the user who creates the new release.']);
  });
  test('is limited by the token of its release, and the task fails if the token is invalid', () => {
    const parent = releaseCreating({}, { scriptUsername: 'rob', scriptTokenId: 'Token1' });
    const template = { id: 'Releasework', folderId: 'Folder1' };
    const byToken = creatorKey({ username: 'rob', tokenId: 'Token1', releaseId: 'x', template, folderId: 'Folder1' });
    const by = callerWith('template#create_release', 'release#start');
    const [child] = completeFirstTask(
      parent,
      templateEnv({ creators: new Map([[byToken, { caller: by, callerAtTarget: by }]]) }),
    ).created;
    expect(child?.release).toMatchObject({ scriptUsername: 'rob', scriptTokenId: 'Token1' });
    const over = completeFirstTask(parent, templateEnv({ creators: new Map([[byToken, 'expired' as const]]) }));
    expect(over.created).toEqual([]);
    expect(over.comments.map(({ text }) => text)).toEqual(['The token for the scripts of this release has expired.']);
  });
});
