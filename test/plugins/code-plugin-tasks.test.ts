import { describe, expect, test } from 'vitest';
import { commentsOf, createTaskHelpers, pollUntil } from './harness/plugin-tasks.ts';
import { servePlugins } from './harness/serve-plugins.ts';

const { rest, server, connection } = servePlugins(['bugtrail', 'gitpond', 'deskline', 'parley', 'courier']);
const { start, until, run } = createTaskHelpers(rest);

describe.concurrent('an issue tracker', () => {
  test('creates issues, moves them and waits for them with a client module of the jar', async () => {
    const tracker = server('bugtrail');
    const at = { server: connection('bugtrail') };
    const fields = { customfield_1: '{"value": "Größe"}', priority: 'high' };
    const create = {
      type: 'bugtrail.CreateIssue',
      ...at,
      project: 'SHIP',
      summary: 'Ship it',
      fields,
      labels: ['b', 'a'],
    };
    const created = await run(create);
    expect(created).toMatchObject({
      status: 'COMPLETED',
      issueKey: 'SHIP-1',
      issueLink: `${tracker.url}/browse/SHIP-1`,
    });
    expect(commentsOf(created)).toEqual([`Created issue [SHIP-1](${tracker.url}/browse/SHIP-1)`]);
    expect(tracker.issues[0]?.fields).toEqual({
      project: { key: 'SHIP' },
      summary: 'Ship it',
      description: '',
      issuetype: { name: 'Task' },
      customfield_1: { value: 'Größe' },
      priority: 'high',
      labels: ['a', 'b'],
    });
    await run({ ...create, summary: 'Two' });
    await run({ ...create, summary: 'Three', username: 'tracker', password: 'tracker-password' });
    const waiting = { type: 'bugtrail.WaitForIssues', ...at, query: 'project = SHIP', pollInterval: 1 };
    const release = await start({ ...waiting, expectedStatuses: ['Done'] });
    await pollUntil(() => tracker.count('GET /rest/search') > 2);
    const moved = await run({
      type: 'bugtrail.MoveIssues',
      ...at,
      issueKeys: ['SHIP-1', 'SHIP-2', 'SHIP-3'],
      transition: 'done',
    });
    expect(moved).toMatchObject({ status: 'COMPLETED', moved: 3, statusLine: '3 of 3 moved' });
    const done = await until(release, 'COMPLETED', 'FAILED');
    expect(done).toMatchObject({
      status: 'COMPLETED',
      issues: { 'SHIP-1': 'Done', 'SHIP-2': 'Done', 'SHIP-3': 'Done' },
    });
    expect(commentsOf(done).at(-1)).toMatch(
      /^\|Issue\|Status\|Summary\|\n.*\n\|SHIP-1\|Done\|Ship it\|\n(?:.|\n)*after \d+ rounds$/,
    );
    expect(tracker.changes()).toEqual([
      ...['POST /rest/issue', 'POST /rest/issue', 'POST /rest/issue'],
      ...[1, 2, 3].map((nth) => `POST /rest/issue/SHIP-${nth}/transitions`),
    ]);
  });
});

describe.concurrent('a repository host', () => {
  const at = () => ({ server: connection('gitpond'), repository: 'team/rocket' });

  test('creates a branch and a merge request, and polls until the request is merged', async () => {
    const pond = server('gitpond');
    const branch = await run({ type: 'gitpond.CreateBranch', ...at(), branch: 'release/2' });
    expect([branch.status, branch.commitId, commentsOf(branch)]).toEqual([
      'COMPLETED',
      'a1',
      ['Branch release/2 at a1'],
    ]);
    const merge = await run({ type: 'gitpond.MergeRequest', ...at(), source: 'release/2', subject: 'Two' });
    expect([merge.status, merge.number]).toEqual(['COMPLETED', 7]);
    const release = await start({ type: 'gitpond.WaitForMerge', ...at(), number: 7, pollInterval: 1 });
    await pollUntil(() => pond.count('GET /api/repos/:repository/merges/:number') > 1);
    expect((await until(release, 'IN_PROGRESS')).statusLine).toBe('Waiting for merge request 7 ...');
    pond.merge = { state: 'closed', merged: true };
    expect(await until(release, 'COMPLETED', 'FAILED')).toMatchObject({ status: 'COMPLETED', statusLine: 'Merged' });
  });

  test('is read page by page', async () => {
    const listed = await run({ type: 'gitpond.ListTags', ...at(), search: 'v1' });
    const tags = ['v1.0', 'v1.2', 'v1.10', 'v1.9', 'v1.1', 'v1.4'];
    // Every task has tags, so the output of the script is checked separately.
    expect(listed).toMatchObject({ newest: 'v1.10', tags: [], pythonScript: { tags } });
    expect(server('gitpond').count('GET /api/repos/:repository/tags')).toBe(2);
  });

  test('changes a file, whose content is base64 of UTF-8', async () => {
    const file = { path: 'deploy/värsion.txt', pattern: '\\d+', replacement: '2' };
    const changed = await run({ type: 'gitpond.UpdateFile', ...at(), ...file });
    expect([changed.status, changed.commitId]).toEqual(['COMPLETED', 'b2']);
    expect(server('gitpond').files.get(file.path)).toEqual({ text: 'version = 2 # größer\n', sha: 's1' });
  });
});

test.concurrent('a ticket system gets a change with a date and a map, and is polled until the change is approved', async () => {
  const at = { deskServer: connection('deskline') };
  const content = { assignment_group: 'ops', risk: 'low' };
  const fields = { shortDescription: 'Version 2', content, plannedStart: '2031-05-06T07:08:09Z' };
  const created = await run({ type: 'deskline.CreateChange', ...at, ...fields });
  expect(created).toMatchObject({
    status: 'COMPLETED',
    sysId: 'sys1',
    ticket: 'CHG0001',
    data: { ...content, state: 'New' },
  });
  expect(commentsOf(created)).toEqual(['#### Created change\n* **number**: CHG0001\n* **state**: New']);
  expect(server('deskline').records[0]).toMatchObject({ start_date: '2031-05-06 07:08:09', risk: 'low' });
  const approved = await run({ type: 'deskline.WaitForApproval', ...at, sysId: 'sys1', pollInterval: 1 });
  expect(approved).toMatchObject({ status: 'COMPLETED', approvedBy: 'Ann Approver' });
  expect(server('deskline').count('GET /api/now/table/change_request')).toBe(2);
});

test.concurrent('a chat receives a message through the module requests', async () => {
  const message = 'Version „2“ is out\n✓';
  const finishedTask = await run({
    type: 'parley.Post',
    server: connection('parley'),
    channel: 'ops',
    message,
    mentions: ['ann'],
  });
  expect([finishedTask.status, finishedTask.messageId, commentsOf(finishedTask)]).toEqual([
    'COMPLETED',
    'm1',
    [`Told «ops»: ${message}`],
  ]);
  expect(server('parley').messages).toEqual([{ channel: 'C1', text: message, mentions: [{ user: 'ann' }] }]);
});

test.concurrent('a gateway accepts messages as forms, and rejected messages are reported', async () => {
  const letter = { subject: 'Größe & mehr', body: 'a=b&c\n', urgent: true };
  const to = ['ann@example.com', 'nobody@example.com', 'no address', 'bob+ci@example.com'];
  const sent = await run({ type: 'courier.SendLetter', gateway: connection('courier'), to, ...letter });
  expect(sent).toMatchObject({
    status: 'COMPLETED',
    accepted: ['ann@example.com', 'bob+ci@example.com'],
    refused: { 'nobody@example.com': 'the mailbox is full', 'no address': 'no address' },
  });
  const both = { subject: letter.subject, text: letter.body, priority: 'high' };
  expect(server('courier').letters).toEqual([
    { to: 'ann@example.com', ...both },
    { to: 'bob+ci@example.com', ...both },
  ]);
  expect(server('courier').received[0]?.path).toBe('/accounts/releases%20%26%20co/messages');
});
