import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate, idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { asJavaScript, scriptTask, waitForComments } from '../../harness/rest/script-tasks.ts';

const { rest } = serve();

const asAdmin = { scriptUsername: 'admin' };
/** Returns the output of a script that ran as this user. */
const runAndRead = async (script: string, fields: object = asAdmin, state = 'COMPLETED') =>
  waitForComments(rest, await startRelease(rest, { Ship: [scriptTask(script)] }, { ...fields }), 'run', state);
const withTitle = async (title: string) => rest.get<readonly Release[]>(`/releases/byTitle?releaseTitle=${title}`);

let otherRelease: Release;
let template: Release;
beforeAll(async () => {
  await rest.post('/config', {
    type: 'events.PostWebhookEndpoint',
    title: 'Live hook',
    path: 'live',
    authentication: { type: 'events.TokenAuthentication', token: 'hush-hush-hush' },
  });
  template = await createTemplate(rest, { Run: ['by hand'] }, { title: 'Nightly deploy', tags: ['night'] });
  const variables = [
    { key: 'stage', value: 'live' },
    { key: 'pin', type: 'rel.PasswordStringVariable', value: 'open-sesame' },
  ];
  otherRelease = await startRelease(rest, { Wait: ['until called'] }, { title: 'Other', variables });
});

describe('a script finds a configuration by type and title and a template by title, and starts the template', () => {
  const scripts = [
    [
      'Python',
      'From Python',
      `hook = configurationApi.searchByTypeAndTitle('events.PostWebhookEndpoint', 'Live hook')[0]
found = templateApi.getTemplates('nightly')
templateApi.start(found[0].id, {'releaseTitle': 'From Python'})
print hook.getTitle(), hook.path, hook.getProperty('authentication').token, len(found), found[0].phases[0].title`,
    ],
    [
      'JavaScript',
      'From JavaScript',
      asJavaScript(`const [hook] = configurationApi.searchByTypeAndTitle('events.PostWebhookEndpoint', 'Live hook');
const found = templateApi.getTemplates('nightly');
templateApi.start(found[0].id, { releaseTitle: 'From JavaScript' });
print(hook.title, hook.path, hook.authentication.token, found.length, found[0].phases[0].title);`),
    ],
  ] as const;
  test.each(scripts)('in %s', async (_, title, script) => {
    expect(await runAndRead(script)).toEqual(['Live hook live ******** 1 Run']);
    const [created] = await withTitle(encodeURIComponent(title));
    expect([created?.status, created?.originTemplateId]).toEqual(['IN_PROGRESS', template.id]);
  });
});

describe('a script reads the responses of REST', () => {
  test.each([
    ['of another release', () => `releaseApi.getRelease('${otherRelease.id}')`, () => `/releases/${otherRelease.id}`],
    ['of a template', () => `templateApi.getTemplate('${template.id}')`, () => `/templates/${template.id}`],
    [
      'of a task',
      () => `taskApi.getTask('${idOf(otherRelease, 'until called')}')`,
      () => `/tasks/${idOf(otherRelease, 'until called')}`,
    ],
    [
      'of a phase',
      () => `phaseApi.getPhase('${idOf(otherRelease, 'Wait')}')`,
      () => `/phases/${idOf(otherRelease, 'Wait')}`,
    ],
    [
      'of variables',
      () => `releaseApi.getVariables('${otherRelease.id}')`,
      () => `/releases/${otherRelease.id}/variables`,
    ],
    [
      'of releases by their title',
      () => "releaseApi.searchReleasesByTitle('Other')",
      () => '/releases/byTitle?releaseTitle=Other',
    ],
    ['of templates by their tags', () => "templateApi.getTemplates(null, ['night'])", () => '/templates?tag=night'],
    ['of folders', () => "folderApi.getFolder('Applications')", () => '/folders/Applications'],
    [
      'of configurations',
      () => "configurationApi.searchByTypeAndTitle('events.WebhookEndpoint')",
      () => '/config/byTypeAndTitle?configurationType=events.WebhookEndpoint',
    ],
    [
      'of global variables',
      () => 'configurationApi.getGlobalVariables()',
      () => '/config/Configuration/variables/global',
    ],
  ])('%s', async (_, call, path) => {
    const [text = ''] = await runAndRead(asJavaScript(`print(JSON.stringify(${call()}))`));
    // A script gets null for a member that REST omits, because scripts read members without a check.
    expect(JSON.parse(text, (_, value) => value ?? undefined)).toEqual(await rest.get(path()));
  });

  test('with None for a member that has no value', async () => {
    const script = `far = releaseApi.getRelease('${otherRelease.id}')
waiting = far.phases[0].tasks[0]
print task.description, release.abortComment, far.endDate, waiting.team, waiting['owner'], far.variables[0].label
hook = configurationApi.searchByTypeAndTitle('events.PostWebhookEndpoint')[0]
print hook.deduplicationKey, hook.folderId`;
    expect(await runAndRead(script)).toEqual(['None None None None None None\nNone None']);
    const javascript = asJavaScript(`print(task.description, release.abortComment === null, 'endDate' in release)`);
    expect(await runAndRead(javascript)).toEqual(['null true true']);
  });

  test('including the version of the API', async () => {
    expect(await runAndRead('print getVersion()')).toEqual(['24.1.0']);
  });

  test('without passwords', async () => {
    const script = `for v in releaseApi.getVariables('${otherRelease.id}'):\n    print v.key, v.value`;
    expect(await runAndRead(script)).toEqual(['stage live\npin ********']);
  });
});

test('a script can change an object that it has read from another release, and send it back', async () => {
  const variables = [
    { key: 'stage', value: 'test' },
    { key: 'pin', type: 'rel.PasswordStringVariable', value: 'open-sesame' },
  ];
  const distantRelease = await startRelease(rest, { Wait: ['until called'] }, { title: 'Far', variables });
  const script = `found = getReleasesByTitle('Far')[0]
found.description = 'seen'
releaseApi.updateRelease(found)
for variable in releaseApi.getVariables(found.id):
    if variable.key == 'stage':
        variable.value = 'live'
    releaseApi.updateVariable(variable)
waiting = releaseApi.getActiveTasks(found.id)[0]
waiting.title = 'called'
taskApi.updateTask(waiting)
taskApi.completeTask(waiting.id, 'by ' + release.title)`;
  expect(await runAndRead(script)).toEqual([]);
  const after = await rest.get<Release & { description: string }>(`/releases/${distantRelease.id}`);
  expect([after.description, after.status]).toEqual(['seen', 'COMPLETED']);
  expect(await waitForComments(rest, distantRelease, 'until called', 'COMPLETED')).toEqual(['by Plan']);
  expect((await rest.get<Task>(`/tasks/${idOf(distantRelease, 'until called')}`)).title).toBe('called');
  expect(await rest.get(`/releases/${distantRelease.id}/variableValues`)).toMatchObject({ '${stage}': 'live' });
  expect(await runAndRead(script, { scriptUsername: 'bob' }, 'FAILED')).toEqual([
    'IndexError: list index out of range (line 1)',
  ]);
  const blind = `taskApi.updateTask({'id': '${idOf(distantRelease, 'until called')}', 'title': 'mine'})`;
  expect(await runAndRead(blind, { scriptUsername: 'bob' })).toEqual([
    expect.stringMatching(/^An action of the script was refused: there is no task '/),
  ]);
});

test('a script creates a phase with copies of tasks that it has found', async () => {
  const script = `made = phaseApi.addPhase(release.id, phaseApi.newPhase('Made'))
for found in taskApi.searchTasksByTitle('until called', 'Wait', '${otherRelease.id}'):
    copy = taskApi.newTask(found.type)
    copy.title = found.title + ' again'
    copy = taskApi.addTask(made.id, copy)
    taskApi.assignTask(copy.id, 'admin')`;
  const release = await startRelease(rest, { Ship: [scriptTask(script)] }, asAdmin);
  expect(await waitForComments(rest, release, 'run', 'COMPLETED')).toEqual([]);
  const { phases } = await rest.get<Release>(`/releases/${release.id}`);
  expect(
    phases.map(({ title, tasks }) => [
      title,
      tasks.map((phaseTask) => [phaseTask.title, phaseTask.owner, phaseTask.status]),
    ]),
  ).toEqual([
    ['Ship', [['run', undefined, 'COMPLETED']]],
    ['Made', [['until called again', 'admin', 'IN_PROGRESS']]],
  ]);
});

test('preconditions and failure handlers can read objects, too', async () => {
  const release = await startRelease(
    rest,
    {
      Ship: [
        { title: 'ask', precondition: `releaseApi.getRelease('${otherRelease.id}').status != 'IN_PROGRESS'` },
        {
          ...scriptTask('raise Exception("broken")'),
          taskFailureHandlerEnabled: true,
          taskRecoverOp: 'RUN_SCRIPT',
          failureHandler: `if getTasksByTitle('until called', 'Wait', '${otherRelease.id}'):\n    taskApi.skipTask(task.id, 'still open')`,
        },
      ],
    },
    asAdmin,
  );
  expect(await waitForComments(rest, release, 'run', 'SKIPPED')).toEqual(['Exception: broken (line 1)', 'still open']);
  expect((await rest.get<Task>(`/tasks/${idOf(release, 'ask')}`)).status).toBe('SKIPPED');
});

describe('a script call gets the refusals of REST', () => {
  const unset = 'a script can read only its own release: to read others, set scriptUsername of the release';
  test('without a run-as user', async () => {
    expect(await runAndRead(`releaseApi.getRelease('${otherRelease.id}')`, {}, 'FAILED')).toEqual([
      `ForbiddenException: ${unset} (line 1)`,
    ]);
    const caught = `try { getReleasesByTitle('Other') } catch (error) { print(error.name, error.message) }`;
    expect(await runAndRead(asJavaScript(caught), {})).toEqual([`ForbiddenException ${unset}`]);
  });

  test('as a user who may not see the object, as if the object did not exist', async () => {
    const script = `calls = [lambda: releaseApi.getRelease('${otherRelease.id}'),
    lambda: taskApi.getTask('${idOf(otherRelease, 'until called')}'),
    lambda: templateApi.getTemplate('${template.id}')]
for call in calls:
    try:
        call()
    except Exception as e:
        print e
print len(releaseApi.searchReleases({})), len(templateApi.getTemplates()), len(configurationApi.searchByTypeAndTitle('a'))`;
    const seen = [
      `there is no release '${otherRelease.id}'`,
      expect.stringMatching(/^there is no task '/),
      `there is no template '${template.id}'`,
      '0 0 0',
    ];
    const [text = ''] = await runAndRead(script, { scriptUsername: 'bob' });
    expect(text.split('\n')).toEqual(seen);
  });

  test.each([
    ['releaseApi.getRelease("Release404")', "NotFoundException: there is no release 'Release404'"],
    ['releaseApi.getRelease("../etc")', "NotFoundException: '../etc' is not an id"],
    ['templateApi.getTemplate("Release404")', "NotFoundException: there is no template 'Release404'"],
    ['taskApi.getTask("Task404")', "NotFoundException: there is no task 'Task404'"],
    ['folderApi.find("no/where")', "NotFoundException: there is no folder at 'no/where'"],
    [
      'configurationApi.getConfiguration("Configuration404")',
      "NotFoundException: there is no configuration 'Configuration404'",
    ],
    ['releaseApi.searchReleases({"orderBy": "luck"})', expect.stringMatching(/^InvalidException: orderBy: /)],
    ['userApi.updatePassword("admin")', 'RuntimeError: userApi.updatePassword is not supported in scripts here'],
    ['releaseApi.getReleases(0, 5).nothing', expect.stringMatching(/^AttributeError: /)],
  ])('%s', async (call, expectedOutput) => {
    const [text = ''] = await runAndRead(call, asAdmin, 'FAILED');
    expect(text.replace(/ \(line 1\)$/, '')).toEqual(expectedOutput);
  });

  test('for a release in a call for templates, but not for a template in a call for releases', async () => {
    const script = `print releaseApi.getRelease('${template.id}').status, len(releaseApi.getVariables('${template.id}'))
try:
    templateApi.getTemplate('${otherRelease.id}')
except Exception as e:
    print e`;
    expect(await runAndRead(script)).toEqual([
      `TEMPLATE ${template.variables.length}\nthere is no template '${otherRelease.id}'`,
    ]);
  });
});
