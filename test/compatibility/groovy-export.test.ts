import { readFileSync } from 'node:fs';
import { templateFromGroovy, writeGroovy } from '@slipway/formats';
import { expect, test } from 'vitest';

/** A response of `GET /templates/{id}`, without unset members. */
const template = {
  id: 'Applications/Folder1/Release1',
  type: 'xlrelease.Release',
  title: "Ship 'webshop'",
  description: 'First line\nSecond line',
  status: 'TEMPLATE',
  scheduledStartDate: '2026-11-22T09:00:00.000+00:00',
  plannedDuration: 0,
  flagStatus: 'OK',
  tags: ['shop', 'web'],
  abortOnFailure: true,
  scriptUsername: 'robot',
  scriptUserPassword: '********',
  riskProfile: 'Configuration/riskProfiles/RiskProfileDefault',
  variables: [
    {
      id: 'Applications/Folder1/Release1/Variable1',
      type: 'xlrelease.StringVariable',
      key: 'version',
      value: '1',
      requiresValue: true,
      showOnReleaseStart: true,
      inherited: false,
    },
    {
      id: 'Applications/Folder1/Release1/Variable2',
      type: 'xlrelease.StringVariable',
      key: 'zone',
      requiresValue: false,
      showOnReleaseStart: true,
      valueProvider: { type: 'xlrelease.ListOfStringValueProviderConfiguration', values: ['eu', 'us'] },
    },
    {
      id: 'Applications/Folder1/Release1/Variable3',
      type: 'xlrelease.StringVariable',
      key: 'app',
      requiresValue: true,
      showOnReleaseStart: true,
      valueProvider: { type: 'xlrelease.ApplicationValueProvider' },
    },
    {
      id: 'Applications/Folder1/Release1/Variable4',
      type: 'xlrelease.PasswordStringVariable',
      key: 'key',
      value: '********',
      requiresValue: true,
      showOnReleaseStart: true,
    },
  ],
  phases: [
    {
      id: 'Applications/Folder1/Release1/Phase1',
      type: 'xlrelease.Phase',
      title: 'Build',
      color: '#0099CC',
      tasks: [
        {
          id: 'Applications/Folder1/Release1/Phase1/Task1',
          type: 'xlrelease.CustomScriptTask',
          title: 'Build it',
          owner: 'ann',
          taskRecoverOp: 'SKIP_TASK',
          taskFailureHandlerEnabled: true,
          pythonScript: {
            id: 'x',
            type: 'jenkins.Build',
            URL: 'http://ci',
            token: '********',
            parts: ['a'],
            retries: { a: '0' },
          },
          variableMapping: { 'pythonScript.result': '${version}', owner: '${who}' },
        },
        {
          id: 'Applications/Folder1/Release1/Phase1/Task2',
          type: 'xlrelease.ScriptTask',
          title: 'Look',
          script: "print '''x'''",
        },
        {
          id: 'Applications/Folder1/Release1/Phase1/Task3',
          type: 'xlrelease.ParallelGroup',
          title: 'Checks',
          tasks: [
            { id: 'Applications/Folder1/Release1/Phase1/Task3/Task4', type: 'xlrelease.Task', title: 'Unit' },
            {
              id: 'Applications/Folder1/Release1/Phase1/Task3/Task5',
              type: 'xlrelease.Task',
              title: 'Load',
              locked: true,
            },
          ],
          links: [{ id: 'Link1', type: 'xlrelease.Link', source: 'x/Task4', target: 'x/Task5' }],
        },
        {
          id: 'Applications/Folder1/Release1/Phase1/Task6',
          type: 'xlrelease.GateTask',
          title: 'Go?',
          conditions: [{ id: 'GateCondition1', type: 'xlrelease.GateCondition', title: 'Signed', checked: false }],
          dependencies: [
            {
              id: 'Dependency1',
              type: 'xlrelease.Dependency',
              targetId: 'Applications/Folder1/Release1/Phase1/Task3/Task5',
            },
            { id: 'Dependency2', type: 'xlrelease.Dependency', targetId: 'Applications/Release9' },
          ],
        },
        {
          id: 'Applications/Folder1/Release1/Phase1/Task7',
          type: 'xlrelease.UserInputTask',
          title: 'Ask',
          variables: ['Applications/Folder1/Release1/Variable2'],
        },
        {
          id: 'Applications/Folder1/Release1/Phase1/Task8',
          type: 'xlrelease.CreateReleaseTask',
          title: 'Tell',
          newReleaseTitle: 'News',
          templateId: 'Applications/Release9',
          folderId: 'Applications',
          startRelease: true,
        },
        {
          id: 'Applications/Folder1/Release1/Phase1/Task9',
          type: 'containerPython.PythonTask',
          title: 'Run',
          script: 'x',
          image: 'y',
        },
      ],
    },
  ],
  releaseTriggers: [
    {
      id: 'Trigger1',
      type: 'time.Schedule',
      title: 'Nightly',
      enabled: false,
      pollType: 'REPEAT',
      periodicity: '3600',
      variables: [],
    },
  ],
  teams: [
    {
      id: 'Team1',
      type: 'xlrelease.Team',
      teamName: 'Owners',
      members: ['ann'],
      roles: [],
      permissions: ['template#edit', 'template#view'],
    },
  ],
  extensions: [
    {
      id: 'Dashboard1',
      type: 'xlrelease.Dashboard',
      title: 'D',
      tiles: [{ type: 'xlrelease.SummaryTile', title: 'S' }],
    },
  ],
};

const asJson = JSON.parse(JSON.stringify(template));

const order = {
  asTemplate: true,
  head: { from: 'http://127.0.0.1:5516/#/templates/Release1', version: '1.2.3', date: '2026-11-22T18:00:00Z' },
  folder: 'Shops/Web',
  pathOf: (id: string) => (id === 'Applications/Release9' ? 'News/Mail' : null),
};

const expected = readFileSync(new URL('files/groovy/written.groovy', import.meta.url), 'utf8');

test('a template is exported in the format of the family', () => {
  expect(writeGroovy(asJson, order)).toBe(expected);
});

test('without members of templates it is exported as a release', () => {
  const file = writeGroovy(asJson, { ...order, asTemplate: false });
  expect(file).toContain("\n  release('Ship \\'webshop\\'') {\n    variables {\n");
  expect(file).not.toMatch(/folder\('|teams|releaseTriggers/);
  expect(templateFromGroovy(file).warnings).toEqual([]);
});
