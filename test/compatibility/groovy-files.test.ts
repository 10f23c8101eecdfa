import { readFileSync } from 'node:fs';
import { textOf } from '@slipway/domain/messages';
import { type ReadTemplate, templateFromGroovy } from '@slipway/formats';
import { expect, test } from 'vitest';

/*
 * Files in the format that servers of the family export, with new texts. Versions 8 and 22 write scripts, empty blocks
 * and unsupported values differently.
 */
const read = (name: string): ReadTemplate =>
  templateFromGroovy(readFileSync(new URL(`files/groovy/${name}.groovy`, import.meta.url), 'utf8'));

test('an export of version 8 can be imported', () => {
  const { template, folder, warnings } = read('exported-8');
  expect(folder).toBe('Shops/Web');
  expect(warnings.map(textOf)).toEqual(["line 55: 'precondition' has no value, and was left out"]);
  expect(template).toMatchObject({
    title: "Ship 'webshop'",
    description: 'Ships the shop.',
    tags: ['shop', 'web'],
    variables: [
      { key: 'version', value: '1.0.0', label: 'Version', requiresValue: true },
      { key: 'changes', value: 'WEB-1\nWEB-2', requiresValue: false, showOnReleaseStart: false, multiline: true },
      { key: 'zone', value: 'eu', valueProvider: { values: ['eu', 'us'] } },
      { key: 'app', value: 'Configuration/environmentManagement/Application1' },
      { key: 'parts', value: { shop: '1.7', cart: '1.2' } },
      { key: 'key', type: 'xlrelease.PasswordStringVariable' },
      { key: 'again', type: 'xlrelease.BooleanVariable' },
    ],
    releaseTriggers: [{ type: 'time.Schedule', title: 'Nightly', pollType: 'REPEAT', enabled: false }],
    teams: [{ teamName: 'Template Owner', members: ['admin'], permissions: ['template#edit', 'template#view'] }],
  });
});

test('its phases and tasks are imported, too', () => {
  expect(read('exported-8').template).toMatchObject({
    phases: [
      {
        title: 'Build',
        plannedDuration: 781_200,
        tasks: [
          {
            type: 'xlrelease.CustomScriptTask',
            description: 'Builds:\n\n* the shop',
            failureHandler: 'task.skip()',
            taskRecoverOp: 'RUN_SCRIPT',
            pythonScript: {
              type: 'jenkins.Build',
              jenkinsServer: 'Jenkins',
              URL: 'http://ci/${version}',
              jobParameters: 'A=1\nB=2',
              retryCounter: { currentContinueRetrial: '0', currentPollingTrial: '0' },
            },
            variableMapping: { 'pythonScript.buildNumber': '${changes}' },
          },
          { type: 'xlrelease.ScriptTask', script: "for line in 'ab':\n    print line" },
          { title: 'Checks', tasks: [{ owner: 'ann' }, { team: 'Testers', locked: true }], links: [{}] },
        ],
      },
      {
        title: 'Ship',
        tasks: [
          { flagStatus: 'ATTENTION_NEEDED', conditions: [{ title: 'Signed' }, { title: "Said 'yes'" }] },
          { templateId: 'News/Mail', folderId: 'News', templateVariables: [{ key: 'what', value: '${version}' }] },
          { type: 'xlrelease.UserInputTask', variables: [expect.stringMatching(/^Variable[0-9a-f]{32}$/)] },
          { addresses: ['all@example.com'], priority: 'Normal' },
        ],
      },
      { title: 'Empty', tasks: [] },
    ],
  });
});

test('an export of version 22 can be imported', () => {
  const { template, warnings } = read('exported-22');
  expect(warnings).toEqual([]);
  expect(template).toMatchObject({
    title: 'Notes',
    scheduledStartDate: '2022-02-11T09:00:00.000+05:30',
    phases: [
      {
        tasks: [
          {
            facets: [
              { type: 'udm.DeploymentTaskFacet', variableMapping: { version: '${v}', environmentId: '${e}' } },
              { type: 'udm.DeploymentTaskFacet', version: '1' },
            ],
            comments: [{ text: 'said', author: 'ann' }],
            attachments: [{ id: 'Attachment1c2d', exportFilename: '🌈 icon.svg' }],
          },
          { script: "def text = '''\\\na 'b' ${c}\n'''\n[1, 2].each { println(\"\\n\" + it) }" },
        ],
      },
    ],
    extensions: [{ title: 'Dashboard', owner: 'admin', tiles: [{ type: 'xlrelease.ReleaseProgressTile' }] }],
  });
});
