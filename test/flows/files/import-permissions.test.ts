import { expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import type { ImportResult } from '../../harness/rest/template-files.ts';

const product = serve();
const { rest } = product;
const people = peopleOf(product);

interface Trigger {
  readonly title: string;
  readonly pollType: string;
  readonly enabled: boolean;
  readonly template: string;
  readonly nextFireDate?: string;
}

const schedule = {
  type: 'time.Schedule',
  title: 'nightly',
  pollType: 'CRON',
  periodicity: '0 0 1 * * *',
  enabled: true,
};
const withTriggers = {
  id: 'Applications/Releasetriggered',
  title: 'Triggered',
  releaseTriggers: [
    { ...schedule, template: 'Applications/Foldergone/Releasetriggered', folderId: 'Applications/Foldergone' },
    { ...schedule, title: 'somewhere', releaseFolder: 'Applications/Foldergone' },
    { type: 'events.EventBasedTrigger', title: 'pushed', eventSource: 'Configuration/Custom/Gone' },
    { type: 'acme.Poll', title: 'polls', periodicity: '60' },
    { ...schedule, title: 'wrong', periodicity: 'never' },
    { type: 'time.Schedule', title: 'expression', periodicity: '0 * * * * *' },
    { type: 'time.Schedule', title: 'seconds', periodicity: '60' },
  ],
};

async function folderOf(title: string): Promise<string> {
  return (await rest.post<{ readonly id: string }>('/folders/Applications', { title })).id;
}

test('triggers are imported disabled; triggers that cannot exist here are left out', async () => {
  const folder = await folderOf('triggers');
  const [imported] = await rest.post<readonly ImportResult[]>(`/templates/import?folderId=${folder}`, withTriggers);
  expect(imported!.warnings).toEqual([
    "trigger 'somewhere': releaseFolder 'Applications/Foldergone' was left out: there is no such folder",
    "trigger 'pushed' was left out: there is no configuration 'Configuration/Custom/Gone'",
    "trigger 'polls' was left out: type: there is no trigger type 'acme.Poll'",
    expect.stringMatching(/^trigger 'wrong' was left out: periodicity: /),
  ]);
  const template = await rest.get<Release & { readonly releaseTriggers: readonly Trigger[] }>(
    `/templates/Applications-${imported!.id}`,
  );
  expect(
    template.releaseTriggers.map(({ title, pollType, enabled, template: of, nextFireDate }) => [
      title,
      pollType,
      enabled,
      of,
      nextFireDate,
    ]),
  ).toEqual([
    ['expression', 'CRON', false, template.id, undefined],
    ['nightly', 'CRON', false, template.id, undefined],
    ['seconds', 'REPEAT', false, template.id, undefined],
    ['somewhere', 'CRON', false, template.id, undefined],
  ]);
});

test('a trigger that cannot create releases is imported disabled, with a warning that states the reason', async () => {
  const folder = await folderOf('broken triggers');
  const plan = {
    id: 'Applications/Releasebroken',
    title: 'Broken',
    variables: [{ key: 'version' }],
    releaseTriggers: [schedule, { ...schedule, title: 'whole', variables: [{ key: 'version', value: '1' }] }],
  };
  const [imported] = await rest.post<readonly ImportResult[]>(`/templates/import?folderId=${folder}`, plan);
  expect(imported!.warnings).toEqual([
    "trigger 'nightly' is disabled and cannot be enabled: variables: a value is required for version",
  ]);
  const { releaseTriggers } = await rest.get<{ readonly releaseTriggers: readonly Trigger[] }>(
    `/templates/Applications-${imported!.id}`,
  );
  expect(releaseTriggers.map(({ title, enabled }) => [title, enabled])).toEqual([
    ['nightly', false],
    ['whole', false],
  ]);
});

test('callers without the permission for triggers import none; hidden targets and the user of scripts are left out', async () => {
  const [folder, hidden] = [await folderOf('open'), await folderOf('hidden')];
  const secret = await rest.post<Release>(`/templates?folderId=${hidden}`, { title: 'Secret' });
  const ann = await people.createUserWith({ id: folder }, 'folder#view', 'template#view', 'template#edit');
  const phases = [{ title: 'P', tasks: [{ title: 't', type: 'rel.CreateReleaseTask', templateId: secret.id }] }];
  const importedTemplate = { title: 'Theirs', scriptUsername: 'admin', releaseTriggers: [schedule], phases };
  const [imported] = await ann.post<readonly ImportResult[]>(`/templates/import?folderId=${folder}`, importedTemplate);
  expect(imported!.warnings).toEqual([
    "scriptUsername 'admin' was left out: the file does not have their password",
    `task 't' in phase 'P': template '${secret.id}' was stored, but no template has this id yet`,
    expect.stringMatching(/^trigger 'nightly' was left out: /),
  ]);
  const template = await ann.get<Release & { readonly releaseTriggers: readonly Trigger[] }>(
    `/templates/Applications-${imported!.id}`,
  );
  expect(template.releaseTriggers).toEqual([]);
  expect(await ann.sendForError('POST', `/templates/import?folderId=${hidden}`, { title: 'x' })).toBe(
    `404 there is no folder '${hidden}'`,
  );
  expect(await ann.sendForError('POST', '/templates/import', { title: 'x' })).toMatch(/^403 .*template#create/);
});
