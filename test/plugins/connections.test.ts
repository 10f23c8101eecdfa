import { describe, expect, test } from 'vitest';
import { createTemplate } from '../harness/rest/plans.ts';
import type { Release } from '../harness/rest/response-types.ts';
import type { PluginName } from './harness/catalog.ts';
import { pollUntil } from './harness/plugin-tasks.ts';
import { servePlugins } from './harness/serve-plugins.ts';

const names = ['bugtrail', 'gitpond', 'parley', 'confvault', 'drydock', 'larder'] as const;
const { rest, server, connection } = servePlugins(names);

interface CheckedConnection {
  readonly success: boolean;
  readonly errorText?: string;
}

describe('a connection is checked by the script of its type', () => {
  test.each([
    ['bugtrail', 'by the check of the product, at the path that the type names'],
    ['gitpond', 'by HttpRequest with a dict'],
    ['parley', 'by requests'],
    ['confvault', 'by a token for its client credentials'],
    ['drydock', 'by a module of its jar'],
  ] as const)('%s, %s', async (name, _) => {
    expect(await rest.post<CheckedConnection>(`/config/${connection(name)}/status`)).toMatchObject({ success: true });
    expect(
      server(name)
        .changes()
        .filter((change) => change !== 'POST /oauth/token'),
    ).toEqual([]);
  });

  test.each([
    ['bugtrail', { username: 'nobody', password: 'wrong-word' }],
    ['gitpond', { accessToken: 'wrong-word' }],
    ['parley', { token: 'wrong-word' }],
    ['drydock', { username: 'nobody', password: 'wrong-word' }],
  ] as const satisfies readonly (readonly [PluginName, object])[])(
    '%s returns the error',
    async (name, expectedError) => {
      const type = (await rest.get<{ type: string }>(`/config/${connection(name)}`)).type;
      const checked = await rest.post<CheckedConnection>('/config/status', {
        type,
        properties: { url: server(name).url, ...expectedError },
      });
      expect(checked).toMatchObject({ success: false, errorText: expect.stringMatching(/401/) });
      expect(checked.errorText).not.toContain('wrong-word');
    },
  );
});

interface Run {
  readonly outcome: string;
  readonly releaseTitle?: string;
}

/** Runs a poll of a trigger; returns its state and its runs. */
async function poll(id: string): Promise<{ readonly state: string; readonly runs: readonly Run[] }> {
  const runs = () => rest.get<Run[]>(`/triggers/${id}/runs`);
  const before = (await runs()).length;
  expect(await rest.sendForError('POST', `/triggers/${id}/run`)).toBe('204 ');
  await pollUntil(async () => (await runs()).length > before);
  const { triggerState } = await rest.get<{ triggerState: string }>(`/triggers/${id}`);
  return { state: triggerState, runs: await runs() };
}

describe('a trigger of a plugin', () => {
  const at = {
    gitpond: () => ({ type: 'gitpond.CommitTrigger', server: connection('gitpond'), repository: 'team/rocket' }),
    larder: () => ({ type: 'larder.Published', server: connection('larder'), coordinates: 'org.acme:rocket' }),
    drydock: () => ({ type: 'drydock.ImagePushed', registry: connection('drydock'), image: 'team/rocket' }),
  };
  const changes = {
    gitpond: () => void server('gitpond').branches.set('feature', 'f1'),
    larder: () => void server('larder').versions.set('releases', ['1.0', '2.0']),
    drydock: () => void server('drydock').manifests.set('1.10.0', '{}'),
  };
  test.each([
    ['gitpond', '${branch} ${commitId}', 'feature f1'],
    ['larder', '${artefactVersion}', '2.0'],
    ['drydock', '${imageTag}', '1.10.0'],
  ] as const)('of %s records the first state, and creates a release for a new item', async (name, title, created) => {
    const template = await createTemplate(rest, { Ship: ['wait'] });
    const body = { ...at[name](), title: name, template: template.id, periodicity: 3600, releaseTitle: title };
    const { id } = await rest.post<{ id: string }>('/triggers', body);
    const first = await poll(id);
    expect(first.runs.map(({ outcome }) => outcome)).not.toContain('created');
    changes[name]();
    const second = await poll(id);
    expect(second.runs[0]).toMatchObject({ outcome: 'created', releaseTitle: created });
    expect(second.state).not.toBe(first.state);
    const matches = await rest.post<Release[]>('/releases/search', { title: created });
    expect(matches).toHaveLength(1);
    expect(server(name).changes()).toEqual([]);
  });
});
