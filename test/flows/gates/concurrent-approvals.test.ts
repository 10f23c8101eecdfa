import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import type { InProcessServer } from '../../harness/product/in-process.ts';
import { startSecondServer } from '../../harness/product/second-server.ts';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate, fetchFormattedRelease, idOf } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { basicAuth, createRestClient, type RestClient, type RestResponse } from '../../harness/rest/rest-client.ts';

/** Two users send requests for one gate at the same time, each to a different process. */
const product = serve();
const { rest } = product;
const people = peopleOf(product);
const rounds = Array.from({ length: 12 }, (_, index) => index);

interface Gate extends Task {
  readonly approvalVersion: string;
  readonly approvalVerdicts: readonly {
    readonly verdict: string;
    readonly username: string;
    readonly version: string;
  }[];
}

let secondServer: InProcessServer;
let ann: RestClient;
let bob: RestClient;
let template: Release;
let folder: { readonly id: string };
beforeAll(async () => {
  secondServer = await startSecondServer(product);
  ann = await people.createUser('ann');
  await people.createUser('bob');
  bob = createRestClient(() => secondServer.url, basicAuth('bob', 'admin'));
  folder = await rest.post('/folders/Applications', { title: 'Shop' });
  await people.createTeam(folder, ['release#view', 'release#edit_task'], { users: ['ann', 'bob'] }, 'QA');
  const approvalRequirements = [{ team: 'QA', count: 2, fourEyes: false }];
  const gate = (title: string, count: number) => ({
    title,
    type: 'rel.GateTask',
    approvalRequirements: approvalRequirements.map((requirement) => ({ ...requirement, count })),
  });
  template = await createTemplate(rest, { One: [gate('one', 1)], Two: [gate('two', 2)], End: ['end'] });
  return async () => {
    await secondServer.stop();
  };
});

/** Starts a release; returns the gate that needs one approval, or the gate that needs two. */
async function at(title: 'one' | 'two') {
  const body = { releaseTitle: 'race', folderId: folder.id };
  const release = await rest.post<Release>(`/templates/${template.id}/start`, body);
  if (title === 'two') await ann.post(`/tasks/${idOf(release, 'one')}/approve`, {});
  const path = `/tasks/${idOf(release, title)}`;
  return { release, path, gate: await rest.get<Gate>(path) };
}
const refusalOf = async (path: string) =>
  (await rest.get<Gate>(path)).approvalVerdicts.map(
    ({ verdict, username, version }) => `${verdict} ${username} ${version}`,
  );
const statuses = (replies: readonly RestResponse[]) => replies.map(({ status }) => status);
async function activityTypesOf({ id }: Release, ...types: readonly string[]): Promise<readonly string[]> {
  const log = await rest.get<readonly { activityType: string; targetId: string }[]>(`/activities/${id}`);
  return log.map(({ activityType }) => activityType).filter((type) => types.includes(type));
}

describe('concurrent requests of two users for one gate', () => {
  test('two approvals: both count, and the gate opens once', async () => {
    for (const _ of rounds) {
      const { release, path } = await at('two');
      const replies = await Promise.all([ann, bob].map((client) => client.send('POST', `${path}/approve`, {})));
      expect(statuses(replies)).toEqual([200, 200]);
      expect((await refusalOf(path)).toSorted()).toEqual(['APPROVED ann 1.1', 'APPROVED bob 1.1']);
      expect(await fetchFormattedRelease(rest, release)).toBe('IN_PROGRESS One+: one+ | Two+: two+ | End>: end>');
      expect(await activityTypesOf(release, 'GATE_APPROVED', 'TASK_COMPLETED')).toEqual([
        'GATE_APPROVED',
        'TASK_COMPLETED',
        'GATE_APPROVED',
        'GATE_APPROVED',
        'TASK_COMPLETED',
      ]);
    }
  });

  test('two approvals of one user in two processes: they count once', async () => {
    const alsoAnn = createRestClient(() => secondServer.url, basicAuth('ann', 'admin'));
    for (const _ of rounds) {
      const { release, path } = await at('two');
      const replies = await Promise.all([ann, alsoAnn].map((client) => client.send('POST', `${path}/approve`, {})));
      expect(statuses(replies)).toEqual([200, 200]);
      expect(await refusalOf(path)).toEqual(['APPROVED ann 1.1']);
      expect(await fetchFormattedRelease(rest, release)).toBe('IN_PROGRESS One+: one+ | Two>: two> | End.: end.');
    }
  });

  test('an approval and a rejection: the first one counts, and no rejection is lost', async () => {
    for (const _ of rounds) {
      const { release, path } = await at('one');
      const [approved, rejected] = await Promise.all([
        ann.send('POST', `${path}/approve`, {}),
        bob.send('POST', `${path}/reject`, { comment: 'not yet' }),
      ]);
      expect(approved.status).toBe(200);
      const { status } = await rest.get<Gate>(path);
      if (rejected.status === 200) {
        expect([status, (await refusalOf(path)).toSorted()]).toEqual([
          'IN_PROGRESS',
          ['APPROVED ann 1.1', 'REJECTED bob 1.1'],
        ]);
      } else {
        expect([rejected.status, status, await refusalOf(path)]).toEqual([409, 'COMPLETED', ['APPROVED ann 1.1']]);
        expect(rejected.text).toBe(
          `cannot reject task 'one' (${path.slice(path.lastIndexOf('/') + 1)}) while it is COMPLETED\n`,
        );
      }
      expect(await activityTypesOf(release, 'GATE_REJECTED')).toHaveLength(rejected.status === 200 ? 1 : 0);
    }
  });

  test('an approval and a change: an approval of the old version never approves the change', async () => {
    for (const round of rounds) {
      const { path, gate } = await at('one');
      const [changed, approved] = await Promise.all([
        bob.send('PUT', path, { ...gate, title: `one, and the database (${round})` }),
        ann.send('POST', `${path}/approve`, { version: gate.approvalVersion }),
      ]);
      const { status, title } = await rest.get<Gate>(path);
      if (approved.status === 200) {
        expect([changed.status, status, title]).toEqual([409, 'COMPLETED', 'one']);
      } else {
        expect([approved.status, changed.status, status, await refusalOf(path)]).toEqual([409, 200, 'IN_PROGRESS', []]);
        expect(approved.text).toMatch(/^cannot approve version 1\.1 of task .*: the current version is 2\.2\n$/);
      }
    }
  });

  test('two approvals with If-Match: one succeeds, and the other user must read the gate again', async () => {
    const approve = async (client: RestClient, path: string, tag: string | null) =>
      await client.send('POST', `${path}/approve`, {}, { 'If-Match': tag ?? '' });
    const tagOf = async (client: RestClient, path: string) => (await client.send('GET', path)).headers.get('etag');
    for (const _ of rounds.slice(0, 4)) {
      const { path } = await at('two');
      const tags = [await tagOf(ann, path), await tagOf(bob, path)] as const;
      const replies = await Promise.all([approve(ann, path, tags[0]), approve(bob, path, tags[1])]);
      expect(statuses(replies).toSorted()).toEqual([200, 412]);
      expect(await refusalOf(path)).toHaveLength(1);
      const otherApprover = replies[0].status === 412 ? ann : bob;
      const retry = await approve(otherApprover, path, await tagOf(otherApprover, path));
      expect([retry.status, (await rest.get<Gate>(path)).status]).toEqual([200, 'COMPLETED']);
    }
    const { path, gate } = await at('one');
    const tag = await tagOf(ann, path);
    await bob.put(path, { ...gate, title: 'one, and the database' });
    for (const verb of ['approve', 'reject', 'withdraw']) {
      const reply = await ann.send('POST', `${path}/${verb}`, { comment: 'no' }, { 'If-Match': tag ?? '' });
      expect([verb, reply.status]).toEqual([verb, 412]);
    }
    expect(await refusalOf(path)).toEqual([]);
  });

  test('a change after the first approval: the second user approves the new version, and the first must approve again', async () => {
    const { path, gate } = await at('two');
    await ann.post(`${path}/approve`, { version: gate.approvalVersion });
    const changed = await bob.put<Gate>(path, { ...gate, title: 'another' });
    expect(changed.approvalVersion).toBe('2.2');
    expect((await bob.post<Gate>(`${path}/approve`, { version: '2.2' })).status).toBe('IN_PROGRESS');
    expect(await ann.sendForError('POST', `${path}/approve`, { version: '1.1' })).toMatch(
      /^409 cannot approve version 1\.1/,
    );
    expect((await ann.post<Gate>(`${path}/approve`, { version: '2.2' })).status).toBe('COMPLETED');
  });
});
