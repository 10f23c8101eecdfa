import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { basicAuth } from '../../harness/rest/rest-client.ts';
import { commandLine, document } from './command-line.ts';

const here = serve();
const xl = commandLine(here.rest, here.url);

describe('items with the same title in one folder are ambiguous', () => {
  const duplicate = (home: string) => document('Templates', '- {template: Twin, phases: [{phase: P}]}', home);
  const nightly = (releaseTitle: string) =>
    `{name: nightly, type: time.Schedule, template: Twin, releaseTitle: ${releaseTitle}, pollType: REPEAT, periodicity: 3600}`;
  const refused = async (yaml: string) => {
    const { status, body } = await xl.send('apply', yaml);
    return [status, (body as { errors: { generic: string } }).errors.generic];
  };

  test.each([
    ['templates', '- template: One\n- template: One', "template 'Twins/One' twice in index.yaml"],
    ['triggers', `- ${nightly('a')}\n- ${nightly('b')}`, "trigger 'Twins/nightly' twice in index.yaml"],
    [
      'connections of one type',
      '- {name: C, type: acme.C}\n- {name: C, type: acme.C, url: x}',
      "configuration 'Twins/C' twice in index.yaml",
    ],
    [
      'variables',
      '- {key: folder.v, type: rel.StringVariable, value: a}\n- {key: folder.v, type: rel.StringVariable}',
      "variable 'Twins/folder.v' twice in index.yaml",
    ],
  ])('in documents: %s', async (_, spec, errorText) => {
    expect(await refused(document('Templates', spec, 'Twins'))).toEqual([409, `documents define ${errorText}`]);
  });

  test('connections of different types may have the same title', async () => {
    const yaml = document('Templates', '- {name: Two, type: acme.C}\n- {name: Two, type: acme.D}', 'Types');
    expect((await xl.apply(yaml)).ids).toMatchObject([{ kind: 'Folder' }, { kind: 'Configuration' }]);
    expect((await xl.plan(yaml)).isSame).toBe(true);
  });

  test('in the database: triggers, which neither apply nor generate can distinguish', async () => {
    const { ids } = await xl.apply(document('Templates', `- template: Twin\n- ${nightly('a')}`, 'Twins'));
    const [template = ''] = ids.find(({ kind }) => kind === 'Template')?.created ?? [];
    const body = { title: 'nightly', type: 'time.Schedule', template, releaseTitle: 'b', pollType: 'REPEAT' };
    const folderId = template.slice(0, template.lastIndexOf('/'));
    const duplicate = await here.rest.post<{ readonly id: string }>('/triggers', {
      ...body,
      folderId,
      periodicity: '3600',
    });
    const [first = ''] = ids.find(({ kind }) => kind === 'Trigger')?.created ?? [];
    const both = [first, duplicate.id].map((id) => id.slice(id.lastIndexOf('/') + 1)).toSorted();
    const own = document('Templates', `- ${nightly('c')}`, 'Twins');
    expect(await refused(own)).toEqual([
      409,
      `there are several triggers 'Twins/nightly', including ${both.join(' and ')}: rename one`,
    ]);
    const answer = await fetch(`${here.url()}/devops-as-code/generate?path=Twins`, {
      headers: basicAuth('admin', 'admin'),
    });
    expect([answer.status, await answer.json()]).toEqual([
      409,
      {
        errors: {
          generic:
            "cannot export several triggers of a folder with the same title: there are 2 triggers 'nightly' in folder 'Twins': rename them",
        },
      },
    ]);
  });

  test('in the database: templates; the error contains both ids', async () => {
    const { ids } = await xl.apply(duplicate('Same'));
    const [first = ''] = ids.find(({ kind }) => kind === 'Template')?.created ?? [];
    const folderId = first.slice(0, first.lastIndexOf('/'));
    const second = await here.rest.post<{ readonly id: string }>(`/templates?folderId=${folderId}`, { title: 'Twin' });
    const both = [first, second.id].map((id) => id.slice(id.lastIndexOf('/') + 1)).toSorted();
    expect(await refused(duplicate('Same'))).toEqual([
      409,
      `there are several templates 'Same/Twin', including ${both.join(' and ')}: rename one`,
    ]);
  });
});
