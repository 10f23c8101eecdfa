import { expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';

/**
 * Generators of templates. One sends whole trees, and sends the responses back. Another builds a template call by
 * call: it sends null as the id of new objects, finds folders and phases by title, and deletes its earlier templates.
 */
const { rest } = serve({ TYPE_PREFIX: 'family' });

interface Item {
  readonly id: string;
  readonly title: string;
  readonly type: string;
}
interface Tree extends Item {
  readonly tasks: readonly Tree[];
  readonly links?: readonly { readonly source: string; readonly target: string }[];
}
interface Template extends Item {
  readonly kind?: string;
  readonly allowTargetFolderOverride?: boolean;
  readonly phases: readonly Tree[];
  readonly teams: readonly { readonly teamName: string; readonly members: readonly string[] }[];
}

const root = 'Applications/ReleaseGenerated';
const group = (phase: string) => ({
  id: `${root}/${phase}/TaskGroup`,
  type: 'family.ParallelGroup',
  title: `Together in ${phase}`,
  tasks: ['TaskA', 'TaskB', 'TaskC'].map((task) => ({
    id: `${root}/${phase}/TaskGroup/${task}`,
    type: 'family.Task',
    title: task,
  })),
  links: [
    ['TaskA', 'TaskB'],
    ['TaskB', 'TaskC'],
  ].map(([source, target]) => ({
    id: `${root}/${phase}/TaskGroup/Link${source}${target}`,
    type: 'family.Link',
    source: `${root}/${phase}/TaskGroup/${source}`,
    target: `${root}/${phase}/TaskGroup/${target}`,
  })),
});

/** A whole tree with every member that the generator writes. Ids repeat in each phase, like in exports. */
const tree = {
  id: root,
  type: 'family.Release',
  title: 'Generated',
  status: 'TEMPLATE',
  kind: 'WORKFLOW',
  allowTargetFolderOverride: true,
  description: null,
  scheduledStartDate: '2030-03-09T17:56:54.786+0100',
  tags: ['generated'],
  variables: [
    {
      id: null,
      key: 'version',
      type: 'family.StringVariable',
      requiresValue: true,
      showOnReleaseStart: false,
      value: null,
    },
    { id: null, key: 'parts', type: 'family.ListStringVariable', requiresValue: false, value: [] },
  ],
  teams: [
    {
      id: null,
      type: 'family.Team',
      teamName: 'Testers',
      members: ['admin'],
      roles: [],
      permissions: ['template#view'],
    },
  ],
  phases: ['PhaseDev', 'PhaseProd'].map((phase) => ({
    id: `${root}/${phase}`,
    type: 'family.Phase',
    title: phase,
    color: '#00FF00',
    tasks: [
      group(phase),
      {
        id: null,
        type: 'family.GateTask',
        title: 'Gate',
        conditions: [{ id: null, type: 'family.GateCondition', title: 'Agreed', checked: false }],
      },
      { id: null, type: 'family.ScriptTask', title: 'Print', script: 'print "${version}"' },
      {
        id: null,
        type: 'family.CustomScriptTask',
        title: 'Call',
        pythonScript: {
          id: null,
          type: 'acme.Call',
          server: 'Configuration/Custom/Call centre',
          order: 10,
          draft: true,
        },
        variableMapping: { 'pythonScript.result': '${version}' },
      },
    ],
  })),
  $metadata: { security: { permissions: [], teams: [] } },
};

const linked = ({ tasks, links = [] }: Tree): readonly string[] => {
  const titleOf = (id: string) => tasks.find((task) => task.id === id)?.title ?? `nothing at ${id}`;
  return links.map(({ source, target }) => `${titleOf(source)} before ${titleOf(target)}`);
};

test('a whole tree is created unchanged, and a PUT of the response changes nothing', async () => {
  const created = await rest.post<Template>('/templates', tree);
  expect(created).toMatchObject({ title: 'Generated', kind: 'WORKFLOW', allowTargetFolderOverride: true });
  expect(created.teams).toContainEqual(expect.objectContaining({ teamName: 'Testers', members: ['admin'] }));
  expect(created.phases.map(({ title, tasks }) => [title, tasks.map((task) => task.title)])).toEqual([
    ['PhaseDev', ['Together in PhaseDev', 'Gate', 'Print', 'Call']],
    ['PhaseProd', ['Together in PhaseProd', 'Gate', 'Print', 'Call']],
  ]);
  for (const { tasks } of created.phases)
    expect(linked(tasks[0]!)).toEqual(['TaskA before TaskB', 'TaskB before TaskC']);
  expect(created.phases[0]!.tasks[3]).toMatchObject({
    pythonScript: { type: 'acme.Call', order: 10, draft: true },
    variableMapping: { 'pythonScript.result': '${version}' },
  });

  const before = await rest.get<Template>(`/templates/${created.id}`);
  const after = await rest.put<Template>(`/templates/${created.id}`, before);
  expect(after).toEqual(before);
  for (const phase of before.phases) {
    expect(await rest.put(`/phases/${phase.id}`, phase)).toEqual(phase);
    for (const task of phase.tasks) expect(await rest.put(`/tasks/${task.id}`, task)).toEqual(task);
  }
});

test('a template is built call by call, and the next build replaces it', async () => {
  const folder = await rest.post<Item>('/folders/Applications', { title: 'Ops & more' });
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const post = async <T extends Item>(path: string, body: object): Promise<T> => {
    const { status, body: answer, text } = await rest.send('POST', path, body, headers);
    expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, '']);
    return answer as T;
  };
  const build = async (): Promise<Template> => {
    const at = await rest.get<Item>(`/folders/find?byPath=${encodeURIComponent('Ops & more')}`);
    for (const old of await rest.get<Item[]>('/templates?title=Built'))
      await rest.sendForNoContent('DELETE', `/templates/${old.id}`);
    const template = await post<Template>(`/templates/?folderId=${at.id}`, {
      id: null,
      type: 'family.Release',
      title: 'Built',
      status: 'TEMPLATE',
      scheduledStartDate: '2023-03-09T17:56:54.786+01:00',
      scriptUsername: 'admin',
      scriptUserPassword: 'admin',
    });
    const [unused] = await rest.get<Item[]>(
      `/phases/search?phaseTitle=New Phase&releaseId=${template.id}&phaseVersion=ALL`,
    );
    await rest.sendForNoContent('DELETE', `/phases/${unused!.id}`);
    const phase = await post<Tree>(`/phases/Applications/${template.id.replace('Applications/', '')}/phase`, {
      id: null,
      type: 'family.Phase',
      flagStatus: 'OK',
      title: 'DEV',
      status: 'PLANNED',
      color: '#00FF00',
    });
    const date = await post<Item>(`/templates/${template.id}/variables`, {
      id: null,
      key: 'start',
      type: 'family.DateVariable',
      requiresValue: false,
      showOnReleaseStart: false,
      value: '',
      label: 'start',
      description: '',
      multiline: false,
      inherited: false,
      externalVariableValue: null,
      valueProvider: null,
    });
    const tasks = `/tasks/${phase.id}/tasks`;
    await post(tasks, {
      id: 'null',
      type: 'family.UserInputTask',
      title: 'When?',
      status: 'PLANNED',
      variables: [date.id],
    });
    const inside = await post<Item>(tasks, {
      id: 'null',
      type: 'family.SequentialGroup',
      title: 'One by one',
      locked: false,
      precondition: '',
    });
    await post(`/tasks/${inside.id}/tasks`, {
      id: 'null',
      type: 'family.ScriptTask',
      title: 'Inside',
      locked: true,
      script: 'print 1',
    });
    await post(tasks, {
      id: 'null',
      type: 'family.GateTask',
      title: 'Gate',
      conditions: [{ id: 'null', type: 'family.GateCondition', title: 'Agreed' }],
    });
    await post(tasks, {
      id: 'null',
      type: 'jenkins.Build',
      title: 'A type that is not installed',
      pythonScript: null,
      server: 'Configuration/Custom/Builds',
    });
    return await rest.get<Template>(`/templates/${template.id}`);
  };
  const first = await build();
  const second = await build();
  expect([first.id === second.id, second.id.startsWith(`${folder.id}/`)]).toEqual([false, true]);
  expect((await rest.send('GET', `/templates/${first.id}`)).status).toBe(404);
  expect(second.phases).toMatchObject([
    {
      title: 'DEV',
      tasks: [
        { title: 'When?' },
        { title: 'One by one', tasks: [{ title: 'Inside', locked: true }] },
        { title: 'Gate', conditions: [{ title: 'Agreed', checked: false }] },
        { title: 'A type that is not installed', type: 'jenkins.Build' },
      ],
    },
  ]);
  const ids = JSON.stringify(second).match(/"id":"[^"]*"/g);
  expect(ids?.filter((id) => id.endsWith('null"'))).toEqual([]);
});

test('the generator reads the definition of a type before it uses the type', async () => {
  const type = await rest.get<{ properties: { name: string }[] }>('/metadata/types/family.ScriptTask');
  expect(type).toMatchObject({ type: 'family.ScriptTask' });
  expect(type.properties.map(({ name }) => name)).toEqual(expect.arrayContaining(['title', 'script', 'precondition']));
  expect((await rest.send('GET', '/metadata/types/family.NoSuchTask')).status).toBe(404);
});
