import type { Connection } from '@slipway/persistence/database';
import { createMailOutcomes } from '@slipway/persistence/mails';
import type { MailSettings } from './mail.ts';
import { createMailer, type Mailer, type MailerOptions } from './mailer.ts';

interface RecordedMailerOptions extends MailerOptions {
  readonly database: Connection;
  readonly logger: { readonly warn: (fields: object, text: string) => void };
}

/**
 * Returns a mailer that stores the outcomes of its mails for administrators. A fault of the database does not change the
 * outcome of a mail.
 */
export function createRecordedMailer(
  settings: MailSettings,
  { database, logger, ...options }: RecordedMailerOptions,
): Mailer {
  const mailer = createMailer(settings, options);
  const record = createMailOutcomes(database);
  return {
    ...mailer,
    send: async (mail) => {
      const result = await mailer.send(mail);
      await record(result).catch((error) => logger.warn({ error }, 'could not store the outcome of a mail'));
      return result;
    },
  };
}
