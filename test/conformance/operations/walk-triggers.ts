import { expect, test } from 'vitest';
import type { Call } from '../../harness/contract/contract-client.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import type { Configuration } from '../../harness/webhooks/endpoints.ts';

interface Trigger {
  readonly id: string;
  readonly enabled: boolean;
  readonly nextFireDate?: string;
}
interface SwitchResult {
  readonly updatedIds: readonly string[];
}

/** Calls every endpoint of triggers. */
export function walkTriggers(call: Call, template: () => Release): void {
  test('triggers', async () => {
    await call('getTriggerTypes');
    await call('previewSchedule', { query: { periodicity: '0 3 * * *', timeZone: 'Europe/Berlin', count: '3' } });
    const { id } = await call<Trigger>('addTrigger', {
      body: {
        title: 'Nightly',
        template: template().id,
        pollType: 'CRON',
        periodicity: '0 3 * * *',
        timeZone: 'Europe/Berlin',
        releaseTitle: '${triggerTitle} ${counter}',
        variables: [{ key: 'a', value: '${now}' }],
      },
    });
    const path = { triggerId: id };
    await call('updateTrigger', { path, body: { description: 'at night' } });
    expect((await call<Trigger>('getTrigger', { path })).enabled).toBe(true);
    await call('previewTrigger', { path, query: { count: '3', metadata: 'true' } });
    await call('runTrigger', { path });
    await call('listTriggerRuns', { path, query: { page: '0' } });
    await call('getActivityLogs', { path: { containerId: id } });
    await call('getTemplate', { path: { templateId: template().id } });
    await call('searchTriggers', { query: { templateId: template().id, triggerTitle: 'NIGHT', metadata: 'true' } });
    await call('disableTrigger', { path });
    await call('enableTrigger', { path });
    const disabled = await call<SwitchResult>('disableTriggers', { body: [id, 'TriggerNone', '?'] });
    const enabled = await call<SwitchResult>('enableTriggers', { body: [id] });
    expect([disabled, enabled]).toEqual([{ updatedIds: [id] }, { updatedIds: [id] }]);
    await call('disableAllTriggers');
    await call('enableAllTriggers');
    await call('removeTrigger', { path });
  });

  test('triggers that listen to an endpoint', async () => {
    const authentication = { type: 'events.NoAuthentication' };
    const endpoint = await call<Configuration>('addConfiguration', {
      body: { type: 'events.PostWebhookEndpoint', title: 'Heard', path: 'heard', authentication },
    });
    const { id } = await call<Trigger>('addTrigger', {
      body: {
        type: 'events.EventBasedTrigger',
        title: 'Pushed',
        template: template().id,
        eventSource: endpoint.id,
        eventFilter: {
          type: 'events.ExpressionEventFilter',
          expressions: [{ path: 'ref', operator: 'STARTS_WITH', value: 'refs/heads/' }],
        },
        mappedProperties: [
          { type: 'StringValue', targetProperty: 'releaseTitle', value: 'Push to ${event.ref}' },
          { type: 'ListStringValue', targetProperty: 'tags', value: ['${event.labels}'] },
          { type: 'VariableValue', targetProperty: 'variables[a]', variableKey: 'global.x' },
        ],
      },
    });
    const path = { triggerId: id };
    await call('getTrigger', { path });
    await call('updateTrigger', {
      path,
      body: { eventFilter: { type: 'events.JythonEventFilter', expr: "event.ref == 'refs/heads/main'" } },
    });
    await call('searchTriggers', { query: { triggerType: 'events.EventBasedTrigger' } });
    await call('getTemplate', { path: { templateId: template().id } });
    await call('previewTrigger', { path });
    await call('removeTrigger', { path });
  });
}
