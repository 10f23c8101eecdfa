import type { Engine } from '@slipway/engine';
import { createRecordedMailer } from '@slipway/notifications';
import type { Database } from '@slipway/persistence/database';
import type { Process } from '@slipway/process';
import { type MailSender, startMailSender } from './mail-sender.ts';

/** Sends the mails of tasks if a mail server is set. Without one, they wait for another process. */
export function startMails(
  { config, logger }: Pick<Process, 'config' | 'logger'>,
  { engine, database }: { readonly engine: Engine; readonly database: Database },
): readonly MailSender[] {
  if (config.mail === undefined) return [];
  return [
    startMailSender({ engine, database, logger, mailer: createRecordedMailer(config.mail, { database, logger }) }),
  ];
}
