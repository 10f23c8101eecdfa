import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate, idOf } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { createImporter, packZip } from '../../harness/rest/template-files.ts';
import { commandLine, document } from '../as-code/command-line.ts';

// high enough for the slowest machine; in production a save waits at most half a second
const { rest, url } = serve({ SCRIPT_COMPILE_MS: '60000' });

type WithWarnings<T> = T & { readonly warnings?: readonly string[]; readonly warningMessages?: readonly object[] };
const broken = 'x = 1\nif x\n    print x';
const deploy = (more: object) => ({ title: 'Deploy', type: 'rel.ScriptTask', script: 'print 1', ...more });
const warning = (which: string, line: number, title = 'Deploy') =>
  `${which} of task '${title}': line ${line}: invalid syntax`;

describe('saving a task', () => {
  test('warns about each of its scripts that does not compile', async () => {
    const { phases } = await createTemplate(rest, { Ship: [] });
    const task = deploy({
      script: broken,
      precondition: 'Please ask Ann',
      failureHandler: '// language: javascript\nif (a {\n}',
      abortScript: 'x = "fine ${a}"',
    });
    const created = await rest.post<WithWarnings<Task>>(`/tasks/${phases[0]?.id}/tasks`, task);
    const expected = [
      warning('script', 2),
      warning('precondition', 1),
      "failure handler of task 'Deploy': line 2: Unexpected token '{'",
    ];
    expect(created.warnings).toEqual(expected);
    const { warnings: _, warningMessages, ...read } = created;
    expect(warningMessages?.[0]).toEqual({
      code: 'compilation.failedInLine',
      params: {
        script: { code: 'part.script', params: { title: 'Deploy' } },
        line: 2,
        error: expect.any(String),
      },
    });
    expect(warningMessages).toHaveLength(expected.length);
    expect(await rest.get(`/tasks/${created.id}`)).toEqual(read);
  });

  test('warns only about scripts that the request changes, and a PUT of the response has no warnings', async () => {
    const template = await createTemplate(rest, { Ship: [deploy({ precondition: 'a b' }), 'Tell'] });
    const id = idOf(template, 'Deploy');
    const put = (body: object) => rest.put<WithWarnings<Task>>(`/tasks/${id}`, body);
    const task = await rest.get<Task>(`/tasks/${id}`);
    expect((await put({ ...task, title: 'Ship it' })).warnings).toBe(undefined);
    const saved = await put({ ...task, script: broken });
    expect(saved.warnings).toEqual([warning('script', 2)]);
    const again = await put(saved);
    expect(again).toEqual(await rest.get(`/tasks/${id}`));
    expect(again).not.toHaveProperty('warnings');
    expect(again).not.toHaveProperty('warningMessages');
    expect((await put({ ...saved, script: 'print 2' })).warnings).toBe(undefined);
  });

  test('of a plugin type warns, and does not store the warnings as properties', async () => {
    const { phases } = await createTemplate(rest, { Ship: [] });
    const task = { title: 'Deploy', type: 'acme.Deploy', precondition: 'a b', retries: 3 };
    const created = await rest.post<WithWarnings<Task>>(`/tasks/${phases[0]?.id}/tasks`, task);
    expect(created.warnings).toEqual([warning('precondition', 1)]);
    await rest.put(`/tasks/${created.id}`, { ...created, title: 'Again' });
    const read = await rest.get<object>(`/tasks/${created.id}`);
    expect(read).toMatchObject({ title: 'Again', retries: 3 });
    expect(read).not.toHaveProperty('warnings');
    expect(read).not.toHaveProperty('warningMessages');
  });

  test('with a Groovy script does not warn about it', async () => {
    const { phases } = await createTemplate(rest, { Ship: [] });
    const task = deploy({ type: 'rel.GroovyScriptTask', script: 'def x = { it -> 1 }' });
    expect((await rest.post<WithWarnings<Task>>(`/tasks/${phases[0]?.id}/tasks`, task)).warnings).toBe(undefined);
  });
});

test('a placeholder in code causes no warning, unless the task disables placeholders', async () => {
  const script = 'for x in ${list}:\n${body}\n    print "${text}"';
  const template: WithWarnings<Release> = await createTemplate(rest, {
    Ship: [deploy({ script }), deploy({ title: 'As is', script, ignoreScriptVariableInterpolation: true })],
  });
  expect(template.warnings).toEqual([warning('script', 1, 'As is')]);
});

test('saving a whole template warns about the changed scripts of all its tasks', async () => {
  const group = { title: 'all', type: 'rel.ParallelGroup', tasks: [deploy({ script: broken })] };
  const created: WithWarnings<Release> = await createTemplate(rest, {
    Build: [group],
    Ship: [deploy({ title: 'Other' })],
  });
  expect(created.warnings).toEqual([warning('script', 2)]);
  const { warnings: _, ...body } = created;
  const [build, ship] = body.phases;
  const [otherTask] = ship?.tasks ?? [];
  const changed = { ...body, phases: [build, { ...ship, tasks: [{ ...otherTask, precondition: 'a b' }] }] };
  const saved = await rest.put<WithWarnings<Release>>(`/templates/${created.id}`, changed);
  expect(saved.warnings).toEqual([warning('precondition', 1, 'Other')]);
  const phase = await rest.post<WithWarnings<object>>(`/phases/${created.id}/phase`, {
    title: 'New',
    tasks: [deploy({ title: 'Third', abortScript: 'a b' })],
  });
  expect(phase.warnings).toEqual([warning('abort script', 1, 'Third')]);
});

test('an import warns about the scripts of each of its templates', async () => {
  const { id: _, ...template } = await createTemplate(rest, { Ship: [deploy({})] });
  const phases = [{ title: 'Ship', tasks: [deploy({ script: broken })] }];
  const zip = await packZip({ 'release-template.json': JSON.stringify({ ...template, title: 'Imported', phases }) });
  const [imported] = await createImporter(rest)(zip);
  expect(imported?.warnings).toContain(warning('script', 2));
});

test('documents cause warnings about the scripts that they change, also in a plan', async () => {
  const { plan, send } = commandLine(rest, url);
  const templates = (script: string) =>
    document(
      'Templates',
      `  - template: Coded\n    phases:\n      - phase: Ship\n        tasks:\n          - name: Deploy\n            type: xlrelease.ScriptTask\n            script: "${script}"\n`,
    );
  const line = `template 'Coded': ${warning('script', 2)}`;
  const invalidScripts = templates('x = 1\\nif x\\n');
  expect((await plan(invalidScripts)).warnings).toEqual([line]);
  expect(await send('apply', invalidScripts)).toMatchObject({ status: 200, body: { warnings: [line] } });
  expect((await send('apply', invalidScripts)).body).not.toHaveProperty('warnings');
  expect((await send('apply', templates('print 1'))).body).not.toHaveProperty('warnings');
});
