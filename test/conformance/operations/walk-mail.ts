import { expect, test } from 'vitest';
import type { Call } from '../../harness/contract/contract-client.ts';
import { startMailServer } from '../../harness/mail/mail-server.ts';
import type { ServedProduct } from '../../harness/product/serve.ts';

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
