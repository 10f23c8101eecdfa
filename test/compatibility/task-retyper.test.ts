import { describe, expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';

/**
 * A tool for AI agents. It changes the type of a task to a plugin type, and then sends the script with its properties
 * and the id from the first response.
 */
const { rest } = serve({ TYPE_PREFIX: 'family' });

interface ScriptTask {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly pythonScript: { readonly id: string };
}
interface Template {
  readonly phases: readonly { readonly id: string }[];
}

describe('a client that changes the type of a task and then fills in its script', () => {
  const added = async () => {
    const { phases } = await rest.post<Template>('/templates', { type: 'family.Release', title: 'Retyped' });
    return await rest.post<ScriptTask>(`/tasks/${phases[0]!.id}/tasks`, { title: 'Build it', owner: 'admin' });
  };
  const build = { type: 'jenkins.Build', jobName: 'My Job' };

  test('sends the script with its id, and its properties are stored', async () => {
    const task = await added();
    const changed = await rest.post<ScriptTask>(`/tasks/${task.id}/changeType?targetType=jenkins.Build`);
    const pythonScript = { id: `${task.id}/PythonScript`, type: 'jenkins.Build' };
    expect(changed).toMatchObject({ type: 'family.CustomScriptTask', title: 'Build it', owner: 'admin', pythonScript });
    const update = {
      ...{ id: task.id, type: 'family.CustomScriptTask', title: changed.title },
      pythonScript: { id: changed.pythonScript.id, ...build },
    };
    const filled = await rest.put<ScriptTask>(`/tasks/${task.id}`, update);
    expect(filled.pythonScript).toEqual({ ...pythonScript, jobName: 'My Job' });
    const retyped = await rest.post<ScriptTask>(`/tasks/${task.id}/changeType?targetType=jenkins.Build`);
    expect(retyped).toEqual(filled);
    const copy = await rest.post<ScriptTask>(
      `/tasks/${task.id}/copy?targetContainerId=${task.id.replace(/.Task\w+$/, '')}`,
    );
    expect(copy.pythonScript).toEqual({ ...pythonScript, jobName: 'My Job', id: `${copy.id}/PythonScript` });
    const plain = await rest.post<ScriptTask>(`/tasks/${task.id}/changeType?targetType=family.Task`);
    expect([plain.type, plain.pythonScript]).toEqual(['family.Task', undefined]);
  });

  test('gets a hint to changeType if it sends another type, and loses no script', async () => {
    const task = await added();
    const named = (type: string) => `changeType?targetType=${type}`;
    for (const body of [{ type: 'jenkins.Build' }, { type: 'family.CustomScriptTask', pythonScript: build }]) {
      expect(await rest.sendForError('PUT', `/tasks/${task.id}`, body)).toBe(
        `400 type: an update does not change the type 'family.Task': use POST /tasks/{taskId}/${named(body.type)}`,
      );
    }
    const lost =
      "400 pythonScript: a task of type 'family.Task' has none: create it as 'family.CustomScriptTask', " +
      `or use POST /tasks/{taskId}/${named('jenkins.Build')}`;
    expect(await rest.sendForError('PUT', `/tasks/${task.id}`, { pythonScript: build })).toBe(lost);
    expect(
      await rest.sendForError('POST', `/tasks/${task.id.replace(/.Task\w+$/, '')}/tasks`, { pythonScript: build }),
    ).toBe(lost);
    expect(await rest.get(`/tasks/${task.id}`)).toEqual(task);
    expect(await rest.sendForError('POST', `/tasks/${task.id}/${named('configuration.HttpConnection')}`)).toBe(
      "400 targetType: 'configuration.HttpConnection' is not a type of tasks",
    );
  });

  test('gets an id for each variable value of a create-release task', async () => {
    const { phases } = await rest.post<Template>('/templates', { type: 'family.Release', title: 'Maker' });
    const values = ['a', 'b'].map((key) => ({ key, type: 'family.StringVariable', value: key }));
    const created = await rest.post<{ templateVariables: { id: string }[] }>(`/tasks/${phases[0]!.id}/tasks`, {
      ...{ title: 'make', type: 'family.CreateReleaseTask', newReleaseTitle: 'R', templateVariables: values },
    });
    const ids = created.templateVariables.map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([2, 2]);
  });
});
