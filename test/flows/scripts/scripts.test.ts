import { describe, expect, test } from 'vitest';
import { serveInOwnProcess } from '../../harness/product/serve.ts';
import { idOf, startRelease, tasksOf } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { scriptRunnerPids, slowPythonScript } from '../../harness/rest/script-tasks.ts';

const { rest, pid } = serveInOwnProcess({ SCRIPT_RUNNER_CHILDREN: '2' });

/** Waits until the task with this title has one of these statuses; returns the release. */
async function waitForStatus(release: Release, title: string, ...states: readonly string[]): Promise<Task> {
  const read = () => rest.get<Task>(`/tasks/${idOf(release, title)}`);
  await expect
    .poll(async () => (await read()).status, { interval: 50 })
    .toSatisfy((status) => states.includes(String(status)));
  return read();
}
const commentsOf = ({ comments }: Task) => (comments ?? []).map(({ text }) => text);
const valuesOf = (release: Release) => rest.get<Record<string, string>>(`/releases/${release.id}/variableValues`);

const handled = (title: string, failureHandler: string, more = {}) => ({
  title,
  type: 'rel.ScriptTask',
  script: 'raise Exception("broken")',
  taskFailureHandlerEnabled: true,
  taskRecoverOp: 'RUN_SCRIPT',
  failureHandler,
  ...more,
});

describe('a precondition', () => {
  const conditions = [
    ['that is true starts the task', 'True', 'IN_PROGRESS'],
    ['that is false skips the task', '"${environment}" == "test"', 'SKIPPED'],
    [
      'of several statements sets result',
      'wanted = releaseVariables["environment"]\nresult = wanted == "prod"',
      'IN_PROGRESS',
    ],
    [
      'in JavaScript',
      '// language: javascript\nconst all = releaseVariables.environment;\nresult = all !== "prod";',
      'SKIPPED',
    ],
    ['with a list variable reads its elements', 'len(${labels}) == 2', 'IN_PROGRESS'],
  ] as const;
  test.each(conditions)('%s', async (_, precondition, expected) => {
    const release = await startRelease(
      rest,
      { Ship: [{ title: 'deploy', precondition }] },
      {
        variables: [
          { key: 'environment', value: 'prod' },
          { key: 'labels', type: 'rel.ListStringVariable', value: ['a', 'b'] },
        ],
      },
    );
    expect((await waitForStatus(release, 'deploy', 'IN_PROGRESS', 'SKIPPED', 'FAILED')).status).toBe(expected);
  });

  test('that raises an exception fails the task and reports the line', async () => {
    const release = await startRelease(rest, {
      Ship: [{ title: 'deploy', precondition: 'x = 1\nraise ValueError("no window")' }],
    });
    expect(commentsOf(await waitForStatus(release, 'deploy', 'FAILED'))).toEqual(['ValueError: no window (line 2)']);
  });

  test('that is invalid fails the task, and a corrected one starts it', async () => {
    const release = await startRelease(rest, { Ship: [{ title: 'deploy', precondition: 'ask the boss first' }] });
    const failed = await waitForStatus(release, 'deploy', 'FAILED');
    expect(commentsOf(failed)[0]).toMatch(/^SyntaxError: .* \(line 1\)$/);
    await rest.put(`/tasks/${failed.id}`, { ...failed, precondition: 'True' });
    await rest.post(`/tasks/${failed.id}/retry`, { comment: 'mended' });
    await waitForStatus(release, 'deploy', 'IN_PROGRESS');
  });

  test('that sets no result fails the task', async () => {
    const release = await startRelease(rest, { Ship: [{ title: 'deploy', precondition: 'x = 1\ny = 2' }] });
    expect(commentsOf(await waitForStatus(release, 'deploy', 'FAILED'))).toEqual([
      'The precondition has ended without a result.',
    ]);
  });

  test('of a group that is false skips the tasks in the group', async () => {
    const group = { title: 'group', type: 'rel.SequentialGroup', precondition: 'False', tasks: [{ title: 'inner' }] };
    const release = await startRelease(rest, { Ship: [group, 'after'] });
    await waitForStatus(release, 'after', 'IN_PROGRESS');
    expect(tasksOf(await rest.get<Release>(`/releases/${release.id}`)).map(({ status }) => status)).toEqual([
      'SKIPPED',
      'SKIPPED',
      'IN_PROGRESS',
    ]);
  });
});

describe('a failure handler', () => {
  const twice = [
    [
      'Python',
      "attempt = releaseVariables['attempt']\nif attempt < 3:\n    releaseVariables['attempt'] = attempt + 1\n    taskApi.retryTask(getCurrentTask().id, 'again')\nelse:\n    taskApi.skipTask(getCurrentTask().id, 'given up')",
    ],
    [
      'JavaScript',
      "// language: javascript\nconst { attempt } = releaseVariables;\nif (attempt < 3) { releaseVariables.attempt = attempt + 1; taskApi.retryTask(getCurrentTask().id, 'again'); }\nelse taskApi.skipTask(getCurrentTask().id, 'given up');",
    ],
  ] as const;
  test.each(twice)('in %s retries twice and then skips the task', async (_, handler) => {
    const release = await startRelease(
      rest,
      { Ship: [handled('deploy', handler), 'after'] },
      {
        variables: [{ key: 'attempt', type: 'rel.IntegerVariable', value: 1 }],
      },
    );
    const done = await waitForStatus(release, 'deploy', 'SKIPPED');
    expect(done.failuresCount).toBe(3);
    const broken = 'Exception: broken (line 1)';
    expect(commentsOf(done)).toEqual([broken, 'again', broken, 'again', broken, 'given up']);
    expect(await valuesOf(release)).toEqual({ '${attempt}': '3' });
    await waitForStatus(release, 'after', 'IN_PROGRESS');
  });

  test('that does nothing leaves the task FAILED, with its output', async () => {
    const release = await startRelease(rest, { Ship: [handled('deploy', 'print "looked at", task.title')] });
    const failed = await waitForStatus(release, 'deploy', 'FAILED');
    expect(commentsOf(failed)).toEqual(['Exception: broken (line 1)', 'looked at deploy']);
  });

  test('that fails itself leaves the task FAILED', async () => {
    const release = await startRelease(rest, { Ship: [handled('deploy', 'nobody()')] });
    expect(commentsOf(await waitForStatus(release, 'deploy', 'FAILED'))[1]).toMatch(
      /^NameError: .*nobody.* \(line 1\)$/,
    );
  });

  test('adds a task and skips as the run-as user of its release, and cannot change anything else without one', async () => {
    const handler = [
      "fix = taskApi.newTask('rel.Task')",
      "fix.title = 'call somebody'",
      'taskApi.addTask(getCurrentPhase().id, fix)',
      'taskApi.skipTask(getCurrentTask().id)',
    ].join('\n');
    const asAdmin = await startRelease(rest, { Ship: [handled('deploy', handler)] }, { scriptUsername: 'admin' });
    await waitForStatus(asAdmin, 'deploy', 'SKIPPED');
    const after = await rest.get<Release>(`/releases/${asAdmin.id}`);
    expect(tasksOf(after).map(({ title, status }) => [title, status])).toEqual([
      ['deploy', 'SKIPPED'],
      ['call somebody', 'IN_PROGRESS'],
    ]);
    const withoutUser = await startRelease(rest, { Ship: [handled('deploy', handler)] });
    const failed = await waitForStatus(withoutUser, 'deploy', 'FAILED');
    expect(commentsOf(failed)[1]).toBe(
      'An action of the script was refused: a script cannot addTask without scriptUsername',
    );
  });

  test('acts on another release as the run-as user of its release', async () => {
    const otherRelease = await startRelease(rest, { Wait: ['until somebody comes'] });
    const handler = `releaseApi.abort('${otherRelease.id}', 'not needed')\ntaskApi.skipTask(getCurrentTask().id)`;
    const release = await startRelease(rest, { Ship: [handled('deploy', handler)] }, { scriptUsername: 'admin' });
    await waitForStatus(release, 'deploy', 'SKIPPED');
    await expect.poll(async () => (await rest.get<Release>(`/releases/${otherRelease.id}`)).status).toBe('ABORTED');
  });
});

describe('a script task', () => {
  test('writes variables and stores its output in a comment', async () => {
    const script =
      "print 'building', releaseVariables['version']\nreleaseVariables['version'] = releaseVariables['version'] + '.1'\nreleaseVariables['fresh'] = ['a']";
    const release = await startRelease(
      rest,
      { Ship: [{ title: 'build', type: 'rel.ScriptTask', script }, 'after ${version}'] },
      {
        variables: [{ key: 'version', value: '2.0' }],
      },
    );
    const done = await waitForStatus(release, 'build', 'COMPLETED');
    expect(commentsOf(done)).toEqual(['building 2.0']);
    expect(await valuesOf(release)).toEqual({ '${version}': '2.0.1', '${fresh}': "['a']" });
    const titles = tasksOf(await rest.get<Release>(`/releases/${release.id}`)).map(({ title, status }) => [
      title,
      status,
    ]);
    expect(titles).toEqual([
      ['build', 'COMPLETED'],
      ['after 2.0.1', 'IN_PROGRESS'],
    ]);
  });

  test('stores the time of each line of its output', async () => {
    const script = 'import time\nprint "one"\nprint "two"\ntime.sleep(0.3)\nprint "three"';
    const release = await startRelease(rest, { Ship: [{ title: 'build', type: 'rel.ScriptTask', script }, 'next'] });
    const [comment] = (await waitForStatus(release, 'build', 'COMPLETED')).comments ?? [];
    expect(comment?.text).toBe('one\ntwo\nthree');
    const lineTimes = comment?.lineTimes ?? [];
    expect([lineTimes[0]?.line, lineTimes.at(-1)?.line]).toEqual([0, 2]);
    const [first, last] = [lineTimes[0], lineTimes.at(-1)].map((item) => Date.parse(item?.at ?? ''));
    expect(Number(last) - Number(first)).toBeGreaterThanOrEqual(300);
  });

  test('that makes more than 500 calls fails', async () => {
    const script = 'for i in range(501): releaseVariables["k%d" % i] = "x"';
    const release = await startRelease(rest, { Ship: [{ title: 'build', type: 'rel.ScriptTask', script }] });
    const refusal = 'The script has 501 actions, and the maximum is 500.';
    expect(commentsOf(await waitForStatus(release, 'build', 'FAILED'))).toEqual([refusal]);
  });

  test('that exits with 1 fails, and its password cannot be read anywhere', async () => {
    const script = "import sys\nprint 'the token is', releaseVariables['token']\nsys.exit(1)";
    const release = await startRelease(
      rest,
      { Ship: [{ title: 'build', type: 'rel.ScriptTask', script }] },
      {
        variables: [{ key: 'token', type: 'rel.PasswordStringVariable', value: 'hunter2-and-more' }],
      },
    );
    const failed = await waitForStatus(release, 'build', 'FAILED');
    expect(commentsOf(failed)).toEqual(['the token is ********', 'SystemExit: 1 (line 3)']);
    expect((await rest.send('GET', `/releases/${release.id}`)).text).not.toContain('hunter2');
  });

  test('that is aborted while it runs fails, and its late result changes nothing', async () => {
    const script = 'while True:\n    pass';
    const release = await startRelease(rest, { Ship: [{ title: 'build', type: 'rel.ScriptTask', script }] });
    const running = await waitForStatus(release, 'build', 'IN_PROGRESS');
    expect(await attemptOf(running)).toBe(1);
    await rest.post(`/tasks/${running.id}/abort`, { comment: 'too slow' });
    expect(commentsOf(await waitForStatus(release, 'build', 'FAILED'))).toEqual(['too slow']);
  });

  test('runs again under the next attempt if its runner is killed', async () => {
    const script = `${slowPythonScript}print "done"`;
    const release = await startRelease(rest, { Ship: [{ title: 'build', type: 'rel.ScriptTask', script }] });
    const running = await waitForStatus(release, 'build', 'IN_PROGRESS');
    for (const runner of scriptRunnerPids(pid())) process.kill(runner, 'SIGKILL');
    await expect.poll(() => attemptOf(running), { interval: 50 }).toBe(2);
    expect(commentsOf(await waitForStatus(release, 'build', 'COMPLETED'))).toEqual(['done']);
  });
});

/** Returns the number of the current attempt of a script task, or undefined between two attempts. */
async function attemptOf({ id }: Task): Promise<number | undefined> {
  const { reasons } = await rest.get<{ reasons: readonly { script: { attempt: number } | null }[] }>(
    `/tasks/${id}/explain`,
  );
  return reasons[0]?.script?.attempt;
}

test('a script with output that the database cannot store ends its task with an error', async () => {
  const script =
    'text = u"a\\u0000b\\ud800c"\nprint text\nreleaseVariables["kept"] = text\ntaskApi.commentTask(task.id, text)';
  const release = await startRelease(
    rest,
    { Ship: [{ title: 'odd', type: 'rel.ScriptTask', script }] },
    { variables: [{ key: 'kept', value: 'old' }] },
  );
  const replacedText = 'a\uFFFDb\uFFFDc';
  expect(commentsOf(await waitForStatus(release, 'odd', 'COMPLETED')).toSorted()).toEqual([replacedText, replacedText]);
  expect(await valuesOf(release)).toMatchObject({ '${kept}': replacedText });
});
