import { expect, test } from 'vitest';
import type { Call } from '../harness/document.ts';
import type { Release } from '../harness/shapes.ts';

interface Trigger {
  readonly id: string;
  readonly enabled: boolean;
  readonly nextFireDate: string | null;
}
interface Switched {
  readonly updatedIds: readonly string[];
}

/** Every call about triggers. */
export function walkTriggers(call: Call, template: () => Release): void {
  test('triggers', async () => {
    await call('getTriggerTypes');
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
    await call('previewTrigger', { path, query: { count: '3' } });
    await call('runTrigger', { path });
    await call('listTriggerRuns', { path, query: { page: '0' } });
    await call('getActivityLogs', { path: { containerId: id } });
    await call('getTemplate', { path: { templateId: template().id } });
    await call('searchTriggers', { query: { templateId: template().id, triggerTitle: 'NIGHT' } });
    await call('disableTrigger', { path });
    await call('enableTrigger', { path });
    const disabled = await call<Switched>('disableTriggers', { body: [id, 'TriggerNone', '?'] });
    const enabled = await call<Switched>('enableTriggers', { body: [id] });
    expect([disabled, enabled]).toEqual([{ updatedIds: [id] }, { updatedIds: [id] }]);
    await call('disableAllTriggers');
    await call('enableAllTriggers');
    await call('removeTrigger', { path });
  });
}
