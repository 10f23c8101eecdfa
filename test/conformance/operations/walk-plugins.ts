import { expect, test } from 'vitest';
import { jarOf, manifest, synthetic } from '../../../libs/plugins/src/testing.ts';
import type { Call } from '../../harness/contract/contract-client.ts';
import { fileForm } from '../../harness/rest/file-form.ts';

/** Calls every endpoint of plugins and their types. */
export function walkPlugins(call: Call): void {
  test('how the installation is', async () => {
    expect(await call('getSystemStatus')).toMatchObject({ checks: { database: 'ok' }, overdue: { count: 0 } });
    const { items } = await call<{ readonly items: readonly object[] }>('listUnresolved');
    expect(await call('listUnresolved', { query: { kind: 'TEMPLATE' } })).toMatchObject({
      items: items.filter((item) => 'kind' in item && item.kind === 'TEMPLATE'),
    });
  });

  test('integrations', async () => {
    const [first] = await call<readonly { readonly name: string }[]>('listIntegrations');
    const path = { integrationName: first?.name ?? '' };
    expect(await call('getIntegration', { path })).toMatchObject({ ...first, types: expect.anything() });
    for (const name of ['disableIntegration', 'enableIntegration'])
      for (const dryRun of ['true', 'false']) await call(name, { path, query: { dryRun } });
  });

  test('agents', async () => {
    const { id } = await call<{ id: string }>('registerAgent', { body: { name: 'one', labels: ['linux'] } });
    const body = { jobs: [], free: 1, wait: 0 };
    expect(await call('exchangeWithAgent', { path: { agentId: id }, body })).toEqual({ start: [], stop: [], logs: {} });
    expect(await call('listAgents')).toMatchObject([{ name: 'one' }]);
  });

  test('plugins', async () => {
    const files = {
      'META-INF/MANIFEST.MF': manifest,
      'synthetic.xml': synthetic(
        '<type type="acme.T" extends="rel.Tile"/><type type="acme.Do" label="Do it" extends="rel.ContainerTask"/>',
      ),
    };
    const { id } = await call<{ id: string }>('installPlugin', { body: fileForm(await jarOf(files)) });
    const path = { pluginName: id };
    expect(await call('listPlugins')).toEqual([await call('getPlugin', { path })]);
    for (const typeName of ['acme.T', 'events.PostWebhookEndpoint']) await call('getType', { path: { typeName } });
    const taskTypes = await call<readonly { readonly type: string }[]>('getTaskTypes');
    const [gate, group] = [
      { group: false, endedByPeople: true, abortable: false },
      { group: true, endedByPeople: false, abortable: false },
    ];
    const plugin = { group: false, endedByPeople: true, abortable: true, plugin: id };
    expect([taskTypes.slice(1, 3), taskTypes.find(({ type }) => type === 'acme.Do')]).toEqual([
      [
        {
          type: 'rel.GateTask',
          title: 'Gate',
          description: 'Waits for conditions, approvals or other releases',
          ...gate,
        },
        {
          type: 'rel.ParallelGroup',
          title: 'Parallel group',
          description: 'Runs its tasks at the same time',
          ...group,
        },
      ],
      { type: 'acme.Do', title: 'Do it', description: '', ...plugin },
    ]);
    await call('deletePlugin', { path });
  });
}
