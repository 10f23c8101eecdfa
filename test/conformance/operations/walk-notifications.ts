import { expect, test } from 'vitest';
import type { Call } from '../../harness/contract/contract-client.ts';
import { startMailServer } from '../../harness/mail/mail-server.ts';
import type { ServedProduct } from '../../harness/product/serve.ts';

/** Calls every endpoint of notifications and events. */
export function walkNotifications(call: Call, { database }: Pick<ServedProduct, 'database'>): void {
  test('notifications', async () => {
    const { id: templateId } = await call<{ readonly id: string }>('createTemplate', { body: { title: 'noticed' } });
    const body = { releaseTitle: 'noticed' };
    const { id: releaseId } = await call<{ readonly id: string }>('createRelease', { path: { templateId }, body });
    const [event] = await database().query<{ readonly id: string }>(
      {
        text: `with ev as (insert into events (type, actor, at, data, audience, release_id, folder_id)
          values ('release.atRisk', 'SYSTEM', now(), $1, '{"releaseOwner":"admin"}', $2, 'Applications') returning id)
          insert into event_queue select id from ev returning event_id as id`,
      },
      [
        JSON.stringify({
          release: { id: 'Release1', title: 'noticed', status: 'IN_PROGRESS', folderId: 'Applications', tags: ['t'] },
          risk: { from: 1, to: 60 },
        }),
        releaseId.slice(releaseId.lastIndexOf('/') + 1),
      ],
    );
    const read = () =>
      call<{ readonly items: readonly { readonly id: string }[] }>('getMyNotifications', { query: {} });
    await expect.poll(async () => (await read()).items.length).toBe(1);
    const [entry] = (await read()).items;
    const path = { notificationId: entry?.id ?? '' };
    for (const change of ['read', 'unread', 'save', 'unsave']) await call(`${change}Notification`, { path });
    await call('completeNotification', { path });
    await call('reopenNotification', { path });
    await call('readAllNotifications', { body: { upTo: entry?.id } });
    await call('completeAllNotifications', { body: {} });
    await call('getReleaseEvents', { path: { releaseId }, query: { limit: '10' } });
    await call('explainNotification', { query: { event: event?.id ?? '', user: 'admin' } });
    await call('getEventTypes');
    await call('follow', { path: { followedId: releaseId }, body: { mode: 'mute' } });
    await call('getFollowedState', { path: { followedId: releaseId } });
    await call('getFollowed');
    await call('unfollow', { path: { followedId: releaseId } });
  });

  test('settings of notifications', async () => {
    await call('updateMyNotificationSettings', { body: await call<object>('getMyNotificationSettings') });
    const rule = {
      events: ['task.failed'],
      recipients: ['assignee'],
      channels: { mail: 'now' },
      filter: { tags: ['a'] },
    };
    await call('updateNotificationRules', { body: { rules: [{ ...rule, mandatory: true, title: 'a' }] } });
    await call('getNotificationRules');
    const { id: folderId } = await call<{ readonly id: string }>('addFolder', {
      path: { folderId: 'Applications' },
      body: { title: 'noticed' },
    });
    await call('updateFolderNotificationRules', { path: { folderId }, body: { rules: [rule] } });
    await call('getFolderNotificationRules', { path: { folderId } });
  });

  test('templates of notifications', async () => {
    const { id: folderId } = await call<{ readonly id: string }>('addFolder', {
      path: { folderId: 'Applications' },
      body: { title: 'templates' },
    });
    const template = { eventType: 'task.failed', channel: 'mail', language: 'de', subject: 'Fehler', text: '{{url}}' };
    await call('updateFolderNotificationTemplates', { path: { folderId }, body: [template] });
    await call('getFolderNotificationTemplates', { path: { folderId } });
    await call('updateNotificationTemplates', { body: [{ ...template, channel: 'slack' }] });
    await call('getNotificationTemplates');
    await call('updateNotificationTemplates', { body: [] });
    await call('getNotificationPlaceholders');
    await call('previewNotificationTemplate', { body: { template, folderId } });
  });
}

/** Calls every endpoint of the mail server. `settings` are those of the next start of the product. */
export function walkMail(call: Call, product: ServedProduct, settings: Record<string, string>): void {
  test('the mail server', async () => {
    const server = await startMailServer();
    Object.assign(settings, { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'slipway@example.com' });
    await product.restart();
    expect(await call('sendTestMail', { body: { address: 'ann@example.com' } })).toMatchObject({ accepted: true });
    await product.database().query({
      text: `with changed as (update users set email = 'gone+1@example.com' where username = 'admin')
        insert into notification_preferences (username, preferences, address_suspended, suspended_at, suspended_reason)
        values ('admin', '{}', 'gone+1@example.com', now(), '550 no such user')
        on conflict (username) do update set address_suspended = excluded.address_suspended`,
    });
    expect(await call('getMailState')).toMatchObject({
      lastSuccess: {},
      suspendedAddresses: [{ address: 'gone+1@example.com', username: 'admin' }],
    });
    await call('resumeMailAddress', { path: { mailAddress: 'gone+1@example.com' } });
    await server.stop();
  });
}
